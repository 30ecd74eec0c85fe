import CommandLineKit
import TestSupport
import Testing

@testable import pushledger

/// What shells are answered while a command line is typed.
@Suite struct CompletionNamesTests {
  @Test func `every kind of name that an option asks for is known`() {
    for command in PushLedger.program.commands {
      for row in command.rows {
        guard case .names(let kind) = row.completion else { continue }
        #expect(CompletionNames(argument: kind) != nil, "\(command.name) \(row.label)")
      }
    }
  }

  @Test func `every option that takes a path completes paths`() {
    for row in PushLedger.program.commands.flatMap(\.rows) {
      switch row.placeholder {
      case "FILE", "PATH", "REPORT": #expect(row.completion == .files, "\(row.label)")
      case "DIR": #expect(row.completion == .folders, "\(row.label)")
      default: #expect(row.completion != .files && row.completion != .folders, "\(row.label)")
      }
    }
  }

  @Test(arguments: [
    ("plain", "plain"), (#"a\ b"#, "a b"), ("'a b'c", "a bc"), (#""a \" b""#, #"a " b"#),
    (#""a\b""#, #"a\b"#), ("'a\\b'", "a\\b"), ("'open", "open"), ("$(touch x)", "$(touch x)"),
    ("end\\", "end"),
  ])
  func `a word is read as a shell reads it, but nothing in it is expanded`(typed: String, meant: String) {
    #expect(TypedLine.unquoted(typed) == meant)
  }

  @Test func `the last value of an option counts, and none that stands behind two dashes`() {
    func value(_ words: String...) -> String? {
      TypedLine(words, asTyped: false) { $0 == "HOME" ? "/home/x" : nil }.value(of: "--queries")
    }
    #expect(value("query", "--queries", "a") == "a")
    #expect(value("query", "--queries=a", "--queries", "b") == "b")
    #expect(value("query", "--queries", "~/q") == "/home/x/q")
    #expect(value("query", "--queries=~/q") == "~/q")
    #expect(value("query", "--", "--queries", "a") == nil)
    #expect(value("query", "--queries") == nil)
  }

  @Test(arguments: ["-rf", "", "two\nlines", "tab\tname", "bell\u{7}", "\u{202E}txt"])
  func `a name that would not come out as it is, is not offered`(name: String) {
    #expect(CompletionNames.Entry(name: name).line == nil)
  }

  @Test func `what a name means cannot add a line or a column`() {
    #expect(CompletionNames.Entry(name: "a", meaning: "x\ny\tz").line == "a\tx\\x0Ay\\x09z")
  }

  @Test func `a pipe in place of a configuration is not waited for`() throws {
    let program = try QueryProgram()
    let pipe = try ProgramRun("/usr/bin/env", ["mkfifo", program.folder.path("pushledger.json5")])
    try #require(pipe.code == 0)
    #expect(
      try program.run("completions", "--list=reports").output
        == "app\ncampaign\ndaily\ndata-health\nmessage\nmonthly\nweekly\n")
  }
}

import CommandLineKit
import Foundation
import Prose
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Libraries
@testable import pushledger

@Suite struct CheckTests {
  @Test func `the limit says what counts, and data that cannot be judged count for all but never`() {
    func codes(_ limit: FailureLimit) -> [Int32] {
      [CheckState.ok, .warning, .unjudged, .critical].map { limit.counted($0).exitCode.rawValue }
    }
    #expect(codes(.warning) == [0, 10, 30, 20])
    #expect(codes(.critical) == [0, 0, 30, 20])
    #expect(codes(.never) == [0, 0, 0, 0])
    #expect(
      CheckState.allCases.map { FailureLimit.critical.isQuiet(about: $0) } == [true, true, false, false])
    #expect(CheckState.allCases.map { FailureLimit.never.isQuiet(about: $0) } == [true, false, false, false])
  }

  @Test func `the state comes back from its exit code, and a failure is unknown`() {
    for state in CheckState.allCases { #expect(CheckState(state.exitCode) == state) }
    #expect(CheckState(ExitCode.inputMissing) == .unjudged)
  }

  @Test(arguments: [
    ("a=\u{301}b", "a", "\u{301}b"), ("a='\u{301}'", "a", "\u{301}"), ("a=b=c", "a", "b=c"),
    ("a=''", "a", ""),
    ("a='17'", "a", "17"), ("a='\n'", "a", "\n"), (":a='", "a", "'"),
  ])
  func `a parameter's value is taken by bytes`(word: String, name: String, value: String) throws {
    let argument = try #require(QueryArgument(argument: word))
    #expect(argument.name == name)
    guard case .text(let text) = argument.value else { throw Unexpected() }
    #expect(Array(text.utf8) == Array(value.utf8))
  }

  private struct Unexpected: Error {}

  @Test func `a file is replaced as a whole, and holds what would be printed`() throws {
    let program = try QueryProgram()
    let words = ["check", "--as-of", "2024-09-22T12:00:00Z", "--fail-on", "never"]
    for format in ["text", "json", "markdown", "csv", "openmetrics", "nagios"] {
      let printed = try program.run(all: words + ["--format", format])
      #expect(printed.code == 0 && printed.errors.isEmpty && !printed.output.isEmpty, "\(format)")
      let written = try program.run(all: words + ["--format", format, "--output", "out"])
      #expect(written.output.isEmpty)
      #expect(try String(contentsOfFile: program.folder.path("out"), encoding: .utf8) == printed.output)
    }
  }

  @Test func `what programs read is the same in every language`() throws {
    let program = try QueryProgram()
    func output(_ format: String, _ language: String) throws -> String {
      try program.run(
        "check", "--as-of", "2024-09-22T12:00:00Z", "--fail-on", "never", "--format", format, "--lang",
        language
      ).output
    }
    for format in ["openmetrics", "nagios"] {
      #expect(try output(format, "zh-Hans") == output(format, "en"))
    }
    // Of a finding in CSV, all columns up to the cause; of one in JSON, the names and what stands behind these.
    let cells = try ["en", "zh-Hans"].map { language in
      try output("csv", language).split(separator: "\n").map { $0.split(separator: ",").prefix(4) }
    }
    #expect(cells[0] == cells[1])
    let documents = try ["en", "zh-Hans"].map { language in
      try JSONSerialization.jsonObject(with: Data(output("json", language).utf8)) as? [String: Any]
    }
    let findings = documents.map { $0?["findings"] as? [[String: Any]] ?? [] }
    #expect(!findings[0].isEmpty && findings[0].count == findings[1].count)
    for (one, other) in zip(findings[0], findings[1]) {
      #expect(Set(one.keys) == Set(other.keys))
      for name in ["code", "severity", "app_key", "command"] {
        #expect(one[name] as? String == other[name] as? String)
      }
      #expect(one["scope"] as? [String: String] == other["scope"] as? [String: String])
      #expect(one["cause"] as? String != other["cause"] as? String)
    }
  }

  @Test func `the command of a finding shows its rows`() throws {
    let program = try QueryProgram(sends: 10)
    let rows = RowsCommand(
      window: 1_726_876_800_000..<1_726_963_200_000, asOf: Instant(milliseconds: 1_726_963_200_000),
      zone: .utc,
      ledgerOptions: ["--db", "pushledger.db"])
    let finding = Finding(
      .sendFailures, .warning, appKey: "24700001",
      scope: .of(.message, "12345678901234567").and(.osVersion, ""),
      cause: "", rivals: [], nextStep: "", rows: "deliveries-of")
    let line = try #require(rows.line(for: finding)) + " --format csv"
    let path = ProgramRun.builtPrograms.path + ":/usr/bin:/bin"
    let run = try ProgramRun(
      "/bin/sh", ["-c", line], in: program.folder.url.path, environment: ["PATH": path])
    #expect(run.code == 0 && run.errorText.isEmpty)
    #expect(run.outputText.split(separator: "\n").count == 11)
  }

  @Test func `the commands of a check list as many deliveries as its findings count`() throws {
    let folder = try ScratchFolder()
    func shell(_ line: String) throws -> String {
      let path = ProgramRun.builtPrograms.path + ":/usr/bin:/bin"
      let run = try ProgramRun("/bin/sh", ["-c", line], in: folder.url.path, environment: ["PATH": path])
      #expect(run.code == 0 && run.errorText.isEmpty, "\(line): \(run.errorText)")
      return run.outputText
    }
    _ = try shell("pushledger simulate --quiet --events 60000 --seed 7 --days 15 --output log.jsonl")
    _ = try shell("pushledger import --quiet log.jsonl")
    let report = try JSONSerialization.jsonObject(
      with: Data(shell("pushledger check --json --fail-on never").utf8))
    let findings = (report as? [String: Any])?["findings"] as? [[String: Any]] ?? []
    let counted = ["app_key_mismatch", "app_key_unknown", "clock_skew", "extension_silent"]
    var compared: Set<String> = []
    for finding in findings {
      guard let code = finding["code"] as? String, counted.contains(code) else { continue }
      let line = try #require(finding["command"] as? String) + " --param top=100000 --format csv"
      #expect(try shell(line).split(separator: "\n").count - 1 == finding["deliveries"] as? Int, "\(line)")
      compared.insert(code)
    }
    #expect(compared == Set(counted))
  }
}

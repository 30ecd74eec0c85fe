import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import pushledger

/// The manual page that the program prints, read by what formats manual pages.
@Suite struct ManualTests {
  private let page: String
  private let chinese: String

  init() throws {
    let program = try QueryProgram(sends: 1)
    page = try program.run("help", "--man").output
    chinese = try program.run("help", "--man", "--lang", "zh-Hans").output
  }

  @Test func `every command has a heading, and every exit code stands in it`() {
    for command in PushLedger.program.commands {
      #expect(page.contains("\n.SS \"pushledger \(command.name) "), "\(command.name)")
    }
    #expect(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n"))
  }

  @Test(
    .enabled(if: ProgramRun.path(of: "mandoc") != nil, "mandoc is not installed"))
  func `mandoc finds nothing to complain of`() throws {
    for page in [page, chinese] {
      let complaints = try complaints(of: "mandoc", ["-Tlint", "-W", "warning"], about: page)
      // Only the date is missing, on purpose: the page is that of the program that prints it.
      #expect(complaints.filter { !$0.contains("missing date") } == [])
    }
  }

  @Test(.enabled(if: ProgramRun.path(of: "groff") != nil, "groff is not installed"))
  func `groff finds nothing to complain of`() throws {
    for page in [page, chinese] {
      #expect(try complaints(of: "groff", ["-man", "-ww", "-Tutf8", "-z"], about: page) == [])
    }
  }

  private func complaints(of program: String, _ options: [String], about page: String) throws -> [String] {
    let folder = try ScratchFolder()
    try Data(page.utf8).write(to: folder.url.appending(path: "pushledger.1"))
    let run = try ProgramRun(
      try #require(ProgramRun.path(of: program)), options + ["pushledger.1"], in: folder.url.path)
    return (run.outputText + run.errorText).split(separator: "\n").map(String.init)
  }
}

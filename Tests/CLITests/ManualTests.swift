import CommandLineKit
import Diagnosis
import Foundation
import Ledger
import ReceiptModel
import TestSupport
import Testing

@testable import ConfigurationReading
@testable import pushledger

/// The manual pages that the program prints, read by what formats manual pages.
@Suite struct ManualTests {
  private static let names = ["pushledger", "pushledger in zh-Hans"] + PushLedger.program.manuals.map(\.name)

  /// - Parameter name: of the page, and after `in` of its language.
  private static func page(_ name: String) throws -> String {
    let words = name.split(separator: " ").map(String.init)
    let language = words.count > 1 ? ["--lang", words[2]] : []
    guard case .show(let text) = try PushLedger.program.request(["help", "--man", words[0]] + language)
    else { return "" }
    return text
  }

  @Test func `every command has a heading, and every exit code stands in it`() throws {
    let page = try Self.page("pushledger")
    for command in PushLedger.program.commands {
      let name = command.name.replacing("-", with: "\\-")
      #expect(page.contains("\n.SS \"pushledger \(name) "), "\(command.name)")
    }
    #expect(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n"))
  }

  @Test func `every view has a heading, and every column stands below it`() {
    let blocks = ManualTopic.sql.blocks
    for view in PublicView.all {
      let below = blocks.drop { $0 != .subheading(view.name) }.dropFirst()
      let part = below.prefix { block in
        switch block {
        case .heading, .subheading: false
        case .text, .item: true
        }
      }
      let names = part.compactMap { if case .item(let name, _) = $0 { name } else { nil } }
      #expect(names == view.columns.map(\.name), "\(view.name)")
    }
  }

  @Test func `every setting and limit stands in pushledger.conf, with what holds unless it is set`() throws {
    let blocks = ManualTopic.configuration.blocks
    let known = Setting.allCases.map(\.rawValue) + Evidence.Limits.settings.map(\.name)
    for name in known {
      #expect(blocks.contains { if case .item(name, _) = $0 { true } else { false } }, "\(name)")
    }
    let settle = "How long after its send a delivery is judged. Unless set: \"15m\""
    #expect(blocks.contains(.item("settle", settle)))
  }

  @Test func `the configuration shown in pushledger.conf can be used`() throws {
    var resolved = ResolvedConfiguration()
    let bytes = Array(ManualTopic.configurationExample.utf8)
    try ConfigurationFile(path: ConfigurationFile.name, bytes: bytes).apply(to: &resolved)
    #expect(resolved.values.settleMilliseconds == 1_200_000)
    #expect(try Self.page("pushledger.conf").contains("settle: \\(dq20m\\(dq"))
  }

  @Test(.enabled(if: ProgramRun.path(of: "mandoc") != nil, "mandoc is not installed"), arguments: names)
  func `mandoc finds nothing to complain of`(name: String) throws {
    let complaints = try complaints(of: "mandoc", ["-Tlint", "-W", "warning"], on: name)
    // Only the date is missing, on purpose: the page is that of the program that prints it.
    #expect(complaints.filter { !$0.contains("missing date") } == [])
  }

  @Test(.enabled(if: ProgramRun.path(of: "groff") != nil, "groff is not installed"), arguments: names)
  func `groff finds nothing to complain of`(name: String) throws {
    #expect(try complaints(of: "groff", ["-man", "-ww", "-Tutf8", "-z"], on: name) == [])
  }

  private func complaints(of program: String, _ options: [String], on name: String) throws -> [String] {
    let folder = try ScratchFolder()
    try Data(Self.page(name).utf8).write(to: folder.url.appending(path: "page.man"))
    let run = try ProgramRun(
      try #require(ProgramRun.path(of: program)), options + ["page.man"], in: folder.url.path)
    return (run.outputText + run.errorText).split(separator: "\n").map(String.init)
  }
}

import CommandLineKit
import Prose
import Testing

@testable import pushledger

/// Command lines in help, topics and manual pages: each names a command and options that there are.
@Suite struct ShownCommandTests {
  private static let examples =
    (PushLedger.program.examples + PushLedger.program.commands.flatMap(\.examples)).map(\.line)

  /// Lines that are shown as they are, in topics and manual pages.
  private static let literal: [String] = {
    let manuals = PushLedger.program.manuals.flatMap(\.blocks).map { block in
      if case .text(let text) = block { text } else { "" }
    }
    let lines = (PushLedger.program.topics.map { $0.text(.english) } + manuals).flatMap {
      $0.split(separator: "\n")
    }
    return lines.filter { $0.hasPrefix(" ") && $0.contains("pushledger ") }.map(String.init)
  }()

  @Test(arguments: examples + literal) func `a command line shown can be typed`(line: String) throws {
    for part in line.split(separator: "pushledger ", omittingEmptySubsequences: false).dropFirst() {
      let words = Self.words(String(part))
      guard let name = words.first, name != "help" else { continue }
      let command = try #require(
        PushLedger.program.commands.first { $0.name == name }, "\(line): no command '\(name)'")
      let known = command.rows.flatMap(\.names) + ["--help", "--version"]
      for word in words where word.hasPrefix("-") && word != "-" {
        let option = String(word.prefix { $0 != "=" })
        #expect(known.contains(option), "\(line): no option '\(option)'")
      }
    }
  }

  @Test func `there are lines to look at`() {
    #expect(Self.examples.count > 30)
    #expect(Self.literal.contains { $0.contains("pushledger run --quiet --wait 600") })
    #expect(Self.literal.contains { $0.contains("pushledger query --sql") })
  }

  /// The words of a command up to where the shell does something else; what stands in double quotes is one word.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        words.append("quoted")
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return Array(words.prefix { !["|", ">", "&&", ">)"].contains($0) })
  }
}

import Foundation
import Publishing
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Operations

/// A run that keeps the generation that stands, beside one into an empty folder, which knows of none.
@Suite struct StandingGenerationTests {
  /// 2024-09-02T00:00:00Z.
  private static let start: Int64 = 1_725_235_200_000
  private static let hour: Int64 = 3_600_000

  /// What can happen between two runs.
  private enum Change: CaseIterable {
    case nothing, newLines, lateLines, knownLines, names, counting, limits, zone, language, words, reasons
    case template, question, version, moment, window, pruning, loading, otherLedger
  }

  private let place: RunPlace
  private var random = SeededGenerator(seed: 1)

  init() throws {
    place = try RunPlace()
    try place.write(0..<30, at: Self.start, to: "logs/a.jsonl", using: &random)
  }

  @Test(arguments: seeds(0..<9))
  func `a run publishes what a run from nothing would, whatever happened since the last`(seed: UInt64) throws
  {
    var place = place
    var random = SeededGenerator(seed: seed)
    for number in 0..<8 {
      let change = try #require(Change.allCases.randomElement(using: &random))
      try Self.apply(change, number, to: &place, using: &random)
      let entry = try place.run()
      let twin = try place.run(into: "twin-\(number)", importing: false)
      #expect(try place.published() == place.published(in: "twin-\(number)"), "\(change)")
      #expect(entry.exitCode == twin.exitCode && entry.verdict?.state == twin.verdict?.state, "\(change)")
    }
    try expectKept(place)
  }

  @Test func `whatever a run's files follow from, a change of it is seen`() throws {
    var place = place
    var random = random
    try expectKept(place)
    for (number, change) in Change.allCases.enumerated() where change != .nothing {
      try Self.apply(change, number, to: &place, using: &random)
      #expect(try place.looksAgain { try place.run() }, "\(change)")
      try expectKept(place, "\(change)")
    }
  }

  @Test func `a generation that is not the one that was made does not stand`() throws {
    try expectKept(place)
    let manifest = "out/current/manifest.json"
    try place.folder.write(
      try String(contentsOfFile: place.folder.path(manifest), encoding: .utf8) + " ", to: manifest)
    #expect(try place.run().isNew)
  }

  @Test func `a question of the user's own that may ask the clock is asked in each run`() throws {
    try place.folder.write("SELECT strftime('%s %f', 'now') AS n", to: "queries/mine.sql")
    for _ in 0..<3 { #expect(try place.run().isNew) }
  }

  /// Expects that further runs see at once that nothing is new.
  private func expectKept(_ place: RunPlace, _ change: String = "") throws {
    // A ledger that was written to within the same step of the clock as the note of it is looked at again.
    try place.run()
    let before = try place.published()
    let looksAgain = try place.looksAgain {
      let entry = try place.run()
      #expect(!entry.isNew, "\(change)")
    }
    #expect(try !looksAgain && place.published() == before, "\(change)")
  }

  private static func apply(
    _ change: Change, _ number: Int, to place: inout RunPlace, using random: inout SeededGenerator
  ) throws {
    switch change {
    case .nothing: break
    case .newLines:
      try place.write(
        1000..<1020, at: start + Int64(number + 1) * hour, to: "logs/b\(number).jsonl", using: &random)
    case .lateLines:
      try place.write(
        2000..<2010, at: start - Int64(number + 1) * hour, to: "logs/c\(number).jsonl", using: &random)
    case .knownLines:
      let log = try String(contentsOfFile: place.folder.path("logs/a.jsonl"), encoding: .utf8)
      try place.folder.write(
        log.split(separator: "\n").dropLast(number + 1).joined(separator: "\n") + "\n",
        to: "logs/d\(number).jsonl")
    case .names: place.settings["appKeys"] = "[{key: '24700001', name: 'App \(number)'}]"
    case .counting:
      // What an engine counted cannot be counted anew.
      if try place.folder.names().allSatisfy({ !$0.hasPrefix("sums-") }) {
        place.settings["ackBudget"] = "'\(10 + number)s'"
      } else {
        place.settings["minimumSends"] = "\(20 + number)"
      }
    case .limits: place.settings["limits"] = "{staleAfter: '\(number + 1)h'}"
    case .zone: place.settings["timeZone"] = number.isMultiple(of: 2) ? "'Asia/Shanghai'" : "'+07:00'"
    case .language:
      place.settings["language"] = place.settings["language"] == "'zh-Hans'" ? "'en'" : "'zh-Hans'"
    case .words:
      let words = "msgid \"\"\nmsgstr \"\"\n\nmsgid \"Push delivery\"\nmsgstr \"Pushes \(number)\"\n"
      place.settings["languageFile"] = "'\(try place.folder.write(words, to: "own.po"))'"
    case .reasons:
      let table = "channel,code,text,category,meaning,advice\napns,\(number),,token_dead,gone,remove it\n"
      place.settings["failureReasonsFile"] = "'\(try place.folder.write(table, to: "reasons.csv"))'"
    case .template: try place.folder.write("# Own \(number)\n\n{{query mine}}\n", to: "reports/own.md")
    case .question: try place.folder.write("SELECT \(number) AS n", to: "queries/mine.sql")
    case .version: place.version = "2.\(number)"
    case .moment: place.asOf = "2024-09-02T0\(number % 10):00:00Z"
    case .window: place.since = "2024-09-02T0\(number % 10):00:00Z"
    case .pruning: try place.prune(before: start + Int64(number) * hour / 8)
    case .loading:
      try place.write(0..<20, at: start - 480 * hour, to: "other.jsonl", using: &random)
      try place.load("2024-08-13", of: "other.jsonl")
    case .otherLedger:
      // Written over by a copy of itself: the same bytes, which nobody knows without reading them.
      let path = place.folder.path("a.db")
      try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: path))
    }
  }
}

import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

/// Messages are numbered without SQLite while a ledger is built; a plain dictionary is the slow twin.
struct MessageNamesTests {
  /// Names of one shape: short ones of which many begin alike, long ones, ones that are the beginning of others.
  private func name(_ number: Int, _ seed: UInt64) -> String {
    switch seed % 4 {
    case 0: "\(number)"
    case 1: "2026-11-02T08:00:00.campaign-\(number % 40)/\(number)"
    case 2: String(repeating: "n", count: number % 250) + "\(number % 3)"
    default: (number % 2 == 0 ? "ü" : "") + "\(number * 7_919)-" + String(repeating: "é", count: number % 60)
    }
  }

  @Test(arguments: seeds(0..<12))
  func `a name has always the same number, however little is kept at hand`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    var names = MessageNames(folder: folder.path("."), bytes: [0, 3_000, 30_000, 1 << 20][Int(seed % 4)])
    var plain: [String: Int64] = [:]
    for _ in 0..<3_000 {
      let name = name(Int.random(in: 0..<700, using: &random), seed / 4)
      let wanted = plain[name] ?? Int64(plain.count)
      #expect(try names.reference(of: name) == wanted)
      plain[name] = wanted
      #expect(names.next == Int64(plain.count))
    }

    let named = try names.finish()
    #expect(named.count == Int64(plain.count))
    let sorted = plain.map { (name: Array($0.key.utf8), reference: $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    var found: [(name: [UInt8], reference: Int64)] = []
    try named.forEachByName { found.append(($0, $1)) }
    #expect(found.map(\.name) == sorted.map(\.name))
    #expect(found.map(\.reference) == sorted.map(\.reference))

    let ordered = sorted.sorted { $0.reference < $1.reference }
    for first in [0, 1, plain.count / 3, plain.count - 1, plain.count, plain.count + 9] {
      var reader = try NameReader(named, from: Int64(first))
      var read: [[UInt8]] = []
      while let message = reader.message {
        #expect(message == Int64(first + read.count))
        read.append(reader.name)
        try reader.advance()
      }
      #expect(read == ordered.dropFirst(first).map(\.name))
    }
  }

  @Test func `a log without a message has no names`() throws {
    let named = try MessageNames(folder: "/tmp", bytes: 100).finish()
    #expect(named.count == 0)
    #expect(try NameReader(named, from: 0).message == nil)
    try named.forEachByName { _, _ in Issue.record("there is a name") }
  }

  @Test(arguments: [1, 10, 1_000, 20_000])
  func `filters let every name of their sets pass, and few others`(names: Int) {
    var random = SeededGenerator(seed: UInt64(names))
    var filters = NameFilters(names: names)
    #expect(filters.last(before: 0, mayHold: 1) == nil)
    // So many that room for them is made more than once.
    let sets = (0..<11).map { set in
      (0..<names - set * names / 11).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }
    }
    for set in sets { filters.append(set) }
    for (place, set) in sets.enumerated() {
      for hash in set {
        var end = filters.count
        while let found = filters.last(before: end, mayHold: hash), found > place { end = found }
        #expect(filters.last(before: end, mayHold: hash) == place)
      }
    }
    for set in sets.indices {
      let passed = (0..<20_000).count { _ in
        filters.last(before: set + 1, mayHold: .random(in: 0...UInt64.max, using: &random)) == set
      }
      #expect(passed < 500)
    }
  }
}

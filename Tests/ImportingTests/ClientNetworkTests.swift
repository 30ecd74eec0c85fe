import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import TestSupport
import Testing

/// Addresses are personal: by default nothing of them is stored, on request their networks, never more.
@Suite struct ClientNetworkTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func options(keepsNetworks: Bool) -> ImportOptions {
    var options = ImportOptions()
    for (name, kind) in ReferenceParser.aliasesOfEveryKind {
      options.reading.aliases[name] = EventKind(name: kind)
    }
    options.reading.keepsClientNetworks = keepsNetworks
    return options
  }

  private static let addresses = ["198.51.100.7", "203.0.113.5", "2001:db8:1:2::7", "2001:db8:1::1"]

  /// The lines of a log, without their addresses if so wanted.
  private func log(_ name: String, _ lines: [String], withAddresses: Bool = true) throws -> String {
    let lines = try lines.map { line -> String in
      var record = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if !withAddresses { record["client_ip"] = nil }
      let data = try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self) + "\n"
    }
    return try folder.write(lines.joined(), to: name)
  }

  private func bytes(_ ledger: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path(ledger)))
  }

  private func networks(_ store: LedgerWriter) throws -> Int {
    guard
      case .integer(let count)? = try store.table(
        "SELECT count(DISTINCT client_network) FROM deliveries"
      ).rows.first?.first
    else { return 0 }
    return Int(count)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `unless networks are asked for, a log leaves what it leaves without its addresses`(seed: UInt64) throws
  {
    let lines = RandomLog(seed: seed, lines: 300).lines
    let options = Self.options(keepsNetworks: false)
    let with = try folder.ledger("with.db", importing: [log("with.jsonl", lines)], options: options)
    let without = try folder.ledger(
      "without.db", importing: [log("without.jsonl", lines, withAddresses: false)], options: options)
    #expect(try with.fingerprint() == without.fingerprint())
    #expect(try networks(with) == 0)
    let held = try bytes("with.db")
    for part in Self.addresses + ["198.51.100", "2001:db8"] {
      #expect(held.range(of: Data(part.utf8)) == nil, "\(part)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `on request networks are stored, and no address`(seed: UInt64) throws {
    let lines = RandomLog(seed: seed, lines: 300).lines
    let store = try folder.ledger(
      importing: [log("a.jsonl", lines)], options: Self.options(keepsNetworks: true))
    #expect(try networks(store) == 3)
    let held = try bytes("a.db")
    for address in Self.addresses { #expect(held.range(of: Data(address.utf8)) == nil, "\(address)") }
    #expect(held.range(of: Data("198.51.100.0/24".utf8)) != nil)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `logs that are known give their networks when they are read again`(seed: UInt64) throws {
    let lines = RandomLog(seed: seed, lines: 300).lines
    let path = try log("a.jsonl", lines)
    let wanted = try folder.ledger(
      "wanted.db", importing: [path], options: Self.options(keepsNetworks: true))
    let store = try folder.ledger("a.db", importing: [path], options: Self.options(keepsNetworks: false))
    let before = try store.fingerprint()
    var options = Self.options(keepsNetworks: true)
    #expect(try store.importFiles([path], options: options).counts.lines == 0)
    #expect(try store.fingerprint() == before)
    options.rescans = true
    #expect(try store.importFiles([path], options: options).counts.merged > 0)
    #expect(try store.fingerprint() == wanted.fingerprint())
    #expect(try store.verify() == [])
    // And what is known stays when they are read again without.
    options.reading.keepsClientNetworks = false
    _ = try store.importFiles([path], options: options)
    #expect(try store.fingerprint() == wanted.fingerprint())
  }

  @Test func `values that are no address are counted over all parts of a file`() throws {
    let lines = RandomLog(seed: 1, lines: 400).lines
    let path = try log("a.jsonl", lines)
    let wanted = try lines.count { line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return record?["client_ip"] as? String == "unknown"
    }
    var options = Self.options(keepsNetworks: true)
    options.memory.batchCapacity = 64
    options.memory.blockSize = 512
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let summary = try store.importFiles([path], options: options)
    #expect(wanted > 10 && summary.files.map(\.met.unreadableAddresses) == [wanted])
    let plain = try LedgerWriter.openForWriting(folder.path("plain.db"))
    let silent = try plain.importFiles([path], options: Self.options(keepsNetworks: false))
    #expect(silent.files.map(\.met.unreadableAddresses) == [0])
  }

  @Test func `networks of which no delivery is left go with what is pruned`() throws {
    let lines = RandomLog(seed: 5, lines: 300).lines
    do {
      let store = try folder.ledger(
        importing: [log("a.jsonl", lines)], options: Self.options(keepsNetworks: true))
      _ = try Pruner(store, PruneRule(before: .max / 2)).run { false }
      #expect(try store.status().events == 0)
      #expect(try store.verify() == [])
    }
    _ = try LedgerReader.compact(folder.path("a.db"))
    let held = try bytes("a.db")
    for part in ["198.51.100", "203.0.113", "2001:db8"] {
      #expect(held.range(of: Data(part.utf8)) == nil, "\(part)")
    }
  }
}

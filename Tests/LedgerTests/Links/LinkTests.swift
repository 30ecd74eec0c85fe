import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Receipts and opens that other logs tell under their own names confirm the deliveries that are meant.
struct LinkTests {
  private static func cut<Element>(_ list: [Element], _ random: inout SeededGenerator) -> [[Element]] {
    let places = (0..<3).map { _ in Int.random(in: 0...list.count, using: &random) }.sorted()
    let bounds = [0] + places + [list.count]
    return zip(bounds, bounds.dropFirst()).map { Array(list[$0..<$1]) }
  }

  private static func links(_ store: LedgerWriter) throws -> [PlainLinks.Delivery: PlainLinks.Link] {
    let rows = try store.database.prepare(
      """
      SELECT app_key, message_id, device_id, state, how, target_app_key, target_message_id, target_device_id FROM links
      """)
    var links: [PlainLinks.Delivery: PlainLinks.Link] = [:]
    while try rows.step() {
      let target =
        rows.isNull(5)
        ? nil : PlainLinks.Delivery(app: rows.text(5), message: rows.text(6), device: rows.text(7))
      links[PlainLinks.Delivery(app: rows.text(0), message: rows.text(1), device: rows.text(2))] =
        PlainLinks.Link(
          state: try #require(LinkState.allCases.first { $0.name == rows.text(3) }),
          how: try #require(LinkReason.allCases.first { $0.name == rows.text(4) }), target: target)
    }
    return links
  }

  private static func events(_ store: LedgerWriter) throws -> Set<PlainLinks.Event> {
    let rows = try store.database.prepare(
      "SELECT app_key, message_id, device_id, kind, at_ms FROM events WHERE kind <> 'other'")
    var events: Set<PlainLinks.Event> = []
    while try rows.step() {
      events.insert(
        PlainLinks.Event(
          delivery: PlainLinks.Delivery(app: rows.text(0), message: rows.text(1), device: rows.text(2)),
          kind: try #require(EventKind(name: rows.text(3))), time: rows.integer(4)))
    }
    return events
  }

  /// Attributes of all deliveries, which no link may touch.
  private static func attributes(_ store: LedgerWriter) throws -> [String] {
    let rows = try store.database.prepare(
      """
      SELECT app_key || '/' || message_id || '/' || device_id || '/' || coalesce(source, '') || '/' || coalesce(channel, '')
        || '/' || coalesce(platform, '') || '/' || coalesce(app_version, '') FROM deliveries ORDER BY 1
      """)
    var result: [String] = []
    while try rows.step() { result.append(rows.text(0)) }
    return result
  }

  @Test(arguments: seeds(0..<24 as Range<UInt64>))
  func `links are what their definition says, in any order and split of imports, merged or built`(
    seed: UInt64
  )
    throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 1000)
    let log = RandomLinks(seed < 12 ? 60 : 140, seed: seed)
    let once = try LinkedLedger.write([[log.lines]], folder.path("once.db"))
    #expect(try once.verify() == [])
    let plain = PlainLinks(log.events, log.notes, settings: LedgerSettings())
    let links = try Self.links(once)
    #expect(links == plain.links)
    let own = Set(
      log.events.filter { $0.kind != .other }.map {
        PlainLinks.Event(
          delivery: PlainLinks.Delivery(app: $0.app, message: $0.message, device: $0.device), kind: $0.kind,
          time: $0.time)
      })
    #expect(try Self.events(once) == own.union(plain.given))
    #expect(
      try once.database.integer("SELECT count(*) FROM linked_event")
        == Int64(plain.given.subtracting(own).count))
    let alone = try LinkedLedger.write([[log.events.map(RandomLinks.Line.event)]], folder.path("alone.db"))
    #expect(try Self.attributes(once) == Self.attributes(alone))

    for turn in 0..<3 {
      let shuffled = (log.lines + log.lines.prefix(20)).shuffled(using: &random)
      let imports = Self.cut(shuffled, &random).map { Self.cut($0, &random) }
      let memory = turn == 2 ? BuildMemory(sortedBytes: 1 << 20, workers: 1) : nil
      let store = try LinkedLedger.write(imports, folder.path("turn\(turn).db"), memory: memory)
      #expect(try store.verify() == [])
      #expect(try store.fingerprint() == once.fingerprint())
      #expect(try Self.links(store) == links)
    }
  }

  @Test(arguments: seeds(0..<3 as Range<UInt64>))
  func `thousands of names and tokens are joined as their definition says, in any order and split`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 2000)
    let log = RandomLinks(16_000, seed: seed, casts: 160)
    #expect(log.notes.count > 3000)
    let plain = PlainLinks(log.events, log.notes, settings: LedgerSettings())
    for state in LinkState.allCases { #expect(plain.links.values.count { $0.state == state } > 150) }
    var fingerprints: Set<String> = []
    for turn in 0..<3 {
      let shuffled = log.lines.shuffled(using: &random)
      let imports = Self.cut(shuffled, &random).map { part in
        stride(from: 0, to: max(1, part.count), by: 3000).map { Array(part[$0..<min($0 + 3000, part.count)]) }
      }
      let memory = turn == 2 ? BuildMemory(sortedBytes: 1 << 20, workers: 1) : nil
      let store = try LinkedLedger.write(imports, folder.path("turn\(turn).db"), memory: memory)
      #expect(try Self.links(store) == plain.links)
      let problems = try store.verify()
      #expect(problems.isEmpty, "\(problems)")
      fingerprints.insert("\(try store.fingerprint())")
    }
    #expect(fingerprints.count == 1)
  }

  @Test(arguments: seeds(0..<10 as Range<UInt64>))
  func `a link that is withdrawn leaves the ledger as if it had never been`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = RandomLinks(120, seed: seed)
    let without = try LinkedLedger.write(
      [[log.events.map(RandomLinks.Line.event)]], folder.path("without.db"))
    let store = try LinkedLedger.write([[log.lines]], folder.path("ledger.db"))
    // Every name comes to stand for too many messages.
    let names = Set(log.notes.compactMap { if case .alias(let alias) = $0 { alias.name } else { nil } })
    let many = names.sorted().flatMap { name in
      (0...LinkDefinition.messageLimit).map {
        RandomLinks.Line.note(
          .alias(AliasNote(space: "vendor", name: name, app: "a", message: "other\($0)", device: "d9")))
      }
    }
    let after = try LinkedLedger.write([[many]], folder.path("ledger.db"))
    #expect(try Self.links(after).values.allSatisfy { $0.how == .nameOfManyMessages })
    #expect(try after.verify() == [])
    #expect(try after.database.integer("SELECT count(*) FROM linked_event") == 0)
    // The names themselves are facts that stay.
    try after.database.execute("DELETE FROM alias; DELETE FROM token")
    #expect(try after.fingerprint() == without.fingerprint())
    _ = store
  }

  @Test(arguments: seeds(0..<10 as Range<UInt64>))
  func `what an arrival proves decides what is linked, and changes with the configuration`(seed: UInt64)
    throws
  {
    let folder = try ScratchFolder()
    let log = RandomLinks(120, seed: seed)
    var strict = LedgerSettings()
    strict.gatewayArrivals = ["apns", "fcm", "gcm", "huawei"]
    let wanted = try LinkedLedger.write([[log.lines]], folder.path("wanted.db"), settings: strict)
    let store = try LinkedLedger.write([[log.lines], [[]]], folder.path("changed.db"))
    try store.adopt(strict)
    #expect(try store.fingerprint() == wanted.fingerprint())
    #expect(try store.verify() == [])
  }

  @Test(arguments: seeds(0..<10 as Range<UInt64>))
  func `what was pending at a crash the next import completes`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = RandomLinks(120, seed: seed)
    let wanted = try LinkedLedger.write([[log.lines]], folder.path("wanted.db"))
    let store = try LedgerWriter.openForWriting(folder.path("cut.db"))
    do {
      // Committed, and never finished.
      let writer = try BatchCommitter(store, settings: LedgerSettings())
      for lines in [Array(log.lines.prefix(60)), Array(log.lines.dropFirst(60))] {
        var batch = EventBatch(capacity: 4096)
        for line in lines {
          switch line {
          case .event(let event): batch.append(event)
          case .note(let note): batch.notes.append(LineNote(note, line: 0))
          }
        }
        _ = try writer.commit(batch.sorted(), files: [], isLast: false, clock: Instant(milliseconds: 0))
      }
    }
    #expect(try store.hasPendingLinks)
    #expect(try store.verify() == [])
    _ = try BatchCommitter(store, settings: LedgerSettings()).finish()
    #expect(try store.fingerprint() == wanted.fingerprint())
    #expect(try store.verify() == [])
  }

  @Test func `pruning keeps what proves a delivery that stays, and all sums`() throws {
    let folder = try ScratchFolder()
    for seed in 0..<10 as Range<UInt64> {
      let log = RandomLinks(120, seed: seed)
      let store = try LinkedLedger.write([[log.lines]], folder.path("\(seed).db"))
      let before = try Self.links(store).filter { $0.value.state == .joined }
      let rule = PruneRule(before: RandomLinks.start + 3_600_000)
      _ = try Pruner(store, rule, batchSize: 2).run { false }
      #expect(try store.verify() == [])
      let rows = try store.database.prepare("SELECT app_key, message_id, device_id FROM deliveries")
      var held: Set<PlainLinks.Delivery> = []
      while try rows.step() {
        held.insert(PlainLinks.Delivery(app: rows.text(0), message: rows.text(1), device: rows.text(2)))
      }
      let goneTargets = before.values.count { $0.target.map(held.contains) == false }
      #expect(seed != 0 || goneTargets < before.count)
      for (delivery, link) in before where link.target.map(held.contains) == true {
        #expect(held.contains(delivery))
      }
    }
  }
}

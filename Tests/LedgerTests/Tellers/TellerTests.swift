import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The ledger knows which source told which kind of event of a delivery, and when first.
struct TellerTests {
  private static let sources = ["alibaba", "send-log", "huawei"]
  private static let start: Int64 = 1_790_000_000_000

  /// Merges lines in runs of random size, or builds a ledger of them.
  private static func ledger(
    _ lines: [RandomLinks.Line], _ path: String, memory: BuildMemory? = nil, _ random: inout SeededGenerator
  ) throws -> LedgerWriter {
    var runs: [[RandomLinks.Line]] = [[]]
    for line in lines {
      runs[runs.count - 1].append(line)
      if Int.random(in: 0..<40, using: &random) == 0 { runs.append([]) }
    }
    return try LinkedLedger.write([runs], path, memory: memory)
  }

  @Test(arguments: seeds(0..<12))
  func `any order, split and repetition tells the same of who told what, built or merged`(seed: UInt64) throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(
      [60, 200, 600][Int(seed % 3)], messages: seed % 2 == 0 ? 3 : 40, sources: Self.sources, seed: seed)
    let wanted = PlainAttributions(events)
    var fingerprints: Set<String> = []
    for round in 0..<5 {
      let lines = (events + events.prefix(40 * round)).shuffled(using: &random).map(RandomLinks.Line.event)
      let memory = round % 2 == 0 ? nil : BuildMemory(sortedBytes: 5_000, workers: round)
      let store = try Self.ledger(lines, folder.path("\(round).db"), memory: memory, &random)
      #expect(try PlainAttributions(store) == wanted)
      #expect(try store.verify() == [])
      fingerprints.insert(try store.fingerprint())
    }
    #expect(fingerprints.count == 1)
  }

  @Test(arguments: seeds(0..<8)) func `merging goes on in a built ledger`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(400, messages: 30, sources: Self.sources, seed: seed)
    let path = folder.path("ledger.db")
    _ = try Self.ledger(
      events.prefix(200).map(RandomLinks.Line.event), path, memory: BuildMemory(workers: 2), &random)
    let store = try Self.ledger(events.dropFirst(150).map(RandomLinks.Line.event), path, &random)
    #expect(try PlainAttributions(store) == PlainAttributions(events))
    #expect(try store.verify() == [])
  }

  @Test(arguments: Self.sources) func `a log of one source needs no row`(source: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 4)
    let events = randomEvents(300, sources: [source], seed: 4)
    for memory in [nil, BuildMemory(workers: 2)] {
      let store = try Self.ledger(
        events.map(RandomLinks.Line.event), folder.path("\(memory == nil).db"), memory: memory, &random)
      #expect(try store.database.integer("SELECT count(*) FROM teller") == 0)
      #expect(try PlainAttributions(store) == PlainAttributions(events))
    }
  }

  /// A log with bridges, of which the sender's own part is told by several.
  private static func linked(_ seed: UInt64) -> RandomLinks {
    var random = SeededGenerator(seed: seed &+ 99)
    var log = RandomLinks(160, seed: seed)
    for index in log.lines.indices {
      guard case .event(var event) = log.lines[index], event.app != "h" else { continue }
      event.attributes[.source] = Self.sources.randomElement(using: &random)
      log.lines[index] = .event(event)
    }
    return log
  }

  @Test(arguments: seeds(0..<16 as Range<UInt64>))
  func `what links give is told by nobody here, whenever they are found`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let log = Self.linked(seed)
    var fingerprints: Set<String> = []
    for round in 0..<4 {
      let lines = log.lines.shuffled(using: &random)
      let path = folder.path("\(round).db")
      _ = try Self.ledger(Array(lines.prefix(90)), path, memory: round == 0 ? BuildMemory() : nil, &random)
      let store = try Self.ledger(Array(lines.dropFirst(70)), path, &random)
      #expect(try PlainAttributions(store) == PlainAttributions(log.events))
      #expect(try store.verify() == [])
      fingerprints.insert(try store.fingerprint())
    }
    #expect(fingerprints.count == 1)
  }

  @Test(arguments: seeds(0..<8 as Range<UInt64>))
  func `the evidence is what sources tell that proves a delivery, and what links give`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let log = Self.linked(seed)
    let store = try Self.ledger(log.lines, folder.path("ledger.db"), &random)
    let settings = LedgerSettings()
    let deliveries = try store.database.prepare(
      "SELECT app_key, message_id, device_id, coalesce(platform, ''), coalesce(channel, '') FROM deliveries")
    var arrivalsProve: Set<[[UInt8]]> = []
    while try deliveries.step() {
      if settings.arrivalIsEvidence(platform: deliveries.text(3), channel: deliveries.text(4)) {
        arrivalsProve.insert((0..<3).map { deliveries.text($0).bytes })
      }
    }
    var wanted = PlainAttributions(log.events)
    wanted.times = wanted.times.filter { key, _ in
      key.kind == "arrived"
        ? arrivalsProve.contains([key.app, key.message, key.device])
        : PublicView.proofs.contains { $0.name == key.kind }
    }
    #expect(try PlainAttributions(store, "evidence WHERE NOT is_linked") == wanted)
    let unproven = """
      SELECT count(*) FROM evidence AS e JOIN deliveries AS d USING (app_key, message_id, device_id)
      WHERE e.is_linked AND NOT d.confirmed
      """
    #expect(try store.database.integer(unproven) == 0)
    #expect(try store.database.integer("SELECT count(*) FROM evidence WHERE source IS NULL") == 0)
  }

  @Test(arguments: [
    "UPDATE teller SET at_ms = at_ms - 1", "UPDATE teller SET at_ms = at_ms + 1",
    "DELETE FROM teller WHERE kind = 1", "UPDATE teller SET source_ref = 77 WHERE source_ref = 1",
    "DELETE FROM source WHERE ref = 2", "UPDATE delivery SET besides = 1 WHERE besides & 4",
    "UPDATE source SET name = 'somebody' WHERE name = 'alibaba'", "UPDATE delivery SET besides = besides | 4",
    "INSERT OR IGNORE INTO teller SELECT message_ref, device, app_ref, 5, source_ref, at_ms FROM teller",
  ])
  func `verify finds what was changed behind the ledger's back`(change: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 8)
    let events = randomEvents(300, messages: 30, sources: Self.sources, seed: 8)
    let store = try Self.ledger(events.map(RandomLinks.Line.event), folder.path("ledger.db"), &random)
    let before = try store.fingerprint()
    try store.database.execute(change)
    #expect(try store.verify() != [])
    #expect(try store.fingerprint() != before || change.contains("besides"))
  }

  @Test(arguments: 0..<6)
  func `what is left after pruning is what was told of the messages that are kept`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(300, messages: 60, sources: Self.sources, seed: seed)
    let path = folder.path("ledger.db")
    let store = try Self.ledger(events.map(RandomLinks.Line.event), path, &random)
    let moment = Self.start + 1_800_000
    _ = try Pruner(store, PruneRule(before: moment)).run(shouldStop: { false })
    let ends = Dictionary(grouping: events, by: \.message.bytes).mapValues { $0.map(\.time).max() ?? 0 }
    let kept = events.filter { ends[$0.message.bytes] ?? 0 >= moment }
    #expect(kept.count < events.count)
    #expect(try PlainAttributions(store) == PlainAttributions(kept))
    #expect(try store.verify() == [])
    let wanted = try Self.ledger(kept.map(RandomLinks.Line.event), folder.path("kept.db"), &random)
    #expect(try store.fingerprint() == wanted.fingerprint())
  }
}

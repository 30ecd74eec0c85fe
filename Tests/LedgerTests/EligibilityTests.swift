import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Payloads and push types decide of which messages receipts can be expected, whenever they come in.
struct EligibilityTests {
  /// What a line of a log tells.
  private enum Line {
    case event(PlainEvent)
    case note(Note)
  }

  private static func lines(seed: UInt64) -> [Line] {
    var random = SeededGenerator(seed: seed)
    let cast = EventCast(messages: 6, seed: seed)
    let lints: [PayloadLint] = [
      [], .mutableContentMissing, [.alertIsText, .tooLarge], .silent, .unreadable, .customInsideAps,
    ]
    let notes: [Note] = (0..<Int.random(in: 1..<14, using: &random)).map { _ in
      let app = cast.apps[Int.random(in: 0..<2, using: &random)]
      let message = cast.messages.randomElement(using: &random) ?? ""
      if Bool.random(using: &random) {
        let lint = lints.randomElement(using: &random) ?? []
        return .payload(PayloadNote(app: app, message: message, lint: lint, bytes: 100))
      }
      let type = ["MESSAGE", "message", "NOTICE", ""].randomElement(using: &random) ?? ""
      return .push(
        PushNote(
          app: app, message: message, pushType: type, platform: "iOS", targetType: "ALL", status: "SENT",
          sentAt: nil))
    }
    // Of every other message no ack came, so that its notes have a say.
    let unacked = Set(cast.messages.indices.filter { $0 % 2 == 0 }.map { cast.messages[$0].bytes })
    let events = randomEvents(200, messages: 6, seed: seed).filter { event in
      event.kind != .extAck || !unacked.contains(event.message.bytes)
    }
    return events.map(Line.event) + notes.map(Line.note)
  }

  /// Puts lines into a ledger in batches of random size.
  private static func ledger(
    _ lines: [Line], _ path: String, _ memory: BuildMemory?, _ random: inout SeededGenerator
  ) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings(), memory: memory)
    var batch = EventBatch(capacity: 4096)
    for (place, line) in lines.enumerated() {
      switch line {
      case .event(let event): batch.append(event)
      case .note(let note): batch.notes.append(LineNote(note, line: 0))
      }
      if Int.random(in: 0..<30, using: &random) == 0 || place == lines.count - 1 {
        _ = try writer.commit(
          batch.sorted(), files: [], isLast: false, followsSoon: Bool.random(using: &random),
          clock: Instant(milliseconds: 0))
        batch.removeAll()
      }
    }
    _ = try writer.finish()
    return store
  }

  private static func rows(_ sql: String, _ store: LedgerWriter) throws -> [[String]] {
    let rows = try store.database.prepare(sql)
    var result: [[String]] = []
    while try rows.step() { result.append((0..<rows.columnCount).map { rows.text($0) }) }
    return result
  }

  private static func sums(_ store: LedgerWriter) throws -> [[String]] {
    try rows("SELECT * FROM hourly ORDER BY 1, 2, 3", store)
      + rows("SELECT * FROM hourly_app_versions ORDER BY 1, 2, 3", store)
      + rows("SELECT * FROM hourly_os_versions ORDER BY 1, 2, 3", store)
      + rows("SELECT * FROM version_periods ORDER BY 1, 2, 3, 4, 5", store)
  }

  /// Messages whose receipts cannot be expected, straight from the words of the contract.
  private static func unackable(_ lines: [Line]) -> Set<[[UInt8]]> {
    var lints: [[[UInt8]]: [PayloadLint]] = [:]
    var types: [[[UInt8]]: [String]] = [:]
    var acked: Set<[[UInt8]]> = []
    for line in lines {
      switch line {
      case .note(.payload(let note)):
        lints[[note.app.bytes, note.message.bytes], default: []].append(note.lint)
      case .note(.push(let note)):
        types[[note.app.bytes, note.message.bytes], default: []].append(note.pushType)
      case .event(let event) where event.kind == .extAck:
        acked.insert([event.app.bytes, event.message.bytes])
      default: break
      }
    }
    let byPayload = lints.filter { $0.value.allSatisfy(\.cannotBeAcked) }.keys
    let byType = types.filter { key, types in
      lints[key] == nil && types.allSatisfy { $0.lowercased() == "message" }
    }.keys
    return Set(byPayload).union(byType).subtracting(acked)
  }

  @Test(arguments: seeds(0..<24 as Range<UInt64>))
  func `payloads before, with and after the deliveries give the same ledger`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 1000)
    let lines = Self.lines(seed: seed)
    let wanted = try Self.ledger(lines, folder.path("late.db"), nil, &random)
    #expect(try wanted.verify() == [])
    let shuffled = (lines + lines.prefix(40)).shuffled(using: &random)
    let merged = try Self.ledger(shuffled, folder.path("merged.db"), nil, &random)
    let built = try Self.ledger(
      lines.shuffled(using: &random), folder.path("built.db"), BuildMemory(workers: 2), &random)
    let half = lines.count / 2
    _ = try Self.ledger(
      Array(shuffled.prefix(half)), folder.path("both.db"), BuildMemory(workers: 1), &random)
    let both = try Self.ledger(Array(shuffled.dropFirst(half)), folder.path("both.db"), nil, &random)
    for other in [merged, built, both] {
      #expect(try other.verify() == [])
      #expect(try other.fingerprint() == wanted.fingerprint())
      #expect(try Self.sums(other) == Self.sums(wanted))
    }
    try Self.expectEligibility(of: wanted, without: Self.unackable(lines))
  }

  /// Compares the eligibility of each delivery with the words of the contract.
  private static func expectEligibility(of store: LedgerWriter, without unackable: Set<[[UInt8]]>) throws {
    let deliveries = try rows(
      """
      SELECT app_key, message_id, ack_eligible, coalesce(lower(platform), '') = 'ios' OR coalesce(lower(channel), '') = 'apns',
        lower(coalesce(channel, '')) IN ('onesignal', 'braze', 'pinpoint'), acked_at IS NOT NULL AND device_id <> '' FROM deliveries
      """, store)
    let acked = Set(deliveries.filter { $0[3...] == ["1", "1", "1"] }.map { $0[..<2].map(\.bytes) })
    for row in deliveries {
      let message = row[..<2].map(\.bytes)
      let expected =
        row[3] == "1" && !unackable.contains(message) && (row[4] == "0" || acked.contains(message))
      #expect((row[2] == "1") == expected, "\(row)")
    }
  }

  @Test(arguments: seeds(0..<16 as Range<UInt64>))
  func `acks that links bring make receipts expected, in any order and split of imports`(seed: UInt64) throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 3000)
    let log = RandomLinks(90, seed: seed)
    let notes = (0..<8).map { _ in
      Note.payload(
        PayloadNote(
          app: ["a", "a", "b"].randomElement(using: &random) ?? "",
          message: "m\(Int.random(in: 1...3, using: &random))",
          lint: [.mutableContentMissing, .silent, .customInsideAps].randomElement(using: &random) ?? [],
          bytes: 100))
    }
    let lines = log.lines + notes.map(RandomLinks.Line.note)
    var unackable = Self.unackable(log.events.map(Line.event) + notes.map(Line.note))
    let given = PlainLinks(log.events, log.notes, settings: LedgerSettings()).given
    unackable.subtract(
      given.filter { $0.kind == .extAck }.map { [$0.delivery.app.bytes, $0.delivery.message.bytes] })
    let once = try LinkedLedger.write([[lines]], folder.path("once.db"))
    #expect(try once.verify() == [])
    try Self.expectEligibility(of: once, without: unackable)
    for turn in 0..<3 {
      var shuffled = lines.shuffled(using: &random)[...]
      var imports: [[[RandomLinks.Line]]] = []
      while !shuffled.isEmpty {
        imports.append([Array(shuffled.prefix(Int.random(in: 10...60, using: &random)))])
        shuffled = shuffled.dropFirst(imports[imports.count - 1][0].count)
      }
      let memory = turn == 2 ? BuildMemory(sortedBytes: 1 << 20, workers: 1) : nil
      let store = try LinkedLedger.write(imports, folder.path("turn\(turn).db"), memory: memory)
      #expect(try store.verify() == [])
      #expect(try store.fingerprint() == once.fingerprint())
      #expect(try Self.sums(store) == Self.sums(once))
    }
  }

  @Test func `an ack that a link brings lifts what a payload says of its message`() throws {
    let folder = try ScratchFolder()
    let time: Int64 = 1_790_000_000_000
    func event(_ app: String, _ message: String, _ kind: EventKind, after milliseconds: Int64)
      -> RandomLinks.Line
    {
      .event(
        PlainEvent(
          app: app, message: message, device: "d", kind: kind, time: time + milliseconds,
          attributes: [.platform: "iOS", .channel: "apns"]))
    }
    let imports: [[[RandomLinks.Line]]] = [
      [[event("a", "m", .sent, after: 0)]],
      [[.note(.payload(PayloadNote(app: "a", message: "m", lint: .mutableContentMissing, bytes: 10)))]],
      [[event("h", "v", .extAck, after: 1000)]],
      [[.note(.alias(AliasNote(space: "vendor", name: "v", app: "a", message: "m", device: "")))]],
    ]
    let store = try LinkedLedger.write(imports, folder.path("a.db"))
    #expect(try store.verify() == [])
    let sums = try Self.rows(
      "SELECT ack_eligible, eligible_acked, timeout_silent FROM hourly WHERE app_key = 'a'", store)
    #expect(sums == [["1", "1", "0"]])
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `what is known of pruned messages goes with them`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let store = try Self.ledger(Self.lines(seed: seed), folder.path("a.db"), nil, &random)
    let delivered = try Self.rows("SELECT DISTINCT message_ref FROM delivery", store).map { $0[0] }
    let middle: Int64 = 1_790_000_000_000 + 3_600_000
    for moment in [middle, Int64.max / 2] {
      _ = try Pruner(store, PruneRule(before: moment), batchSize: 40).run { false }
      #expect(try store.verify() == [])
    }
    let left = "SELECT count(*) FROM payload WHERE message_ref IN (\(delivered.joined(separator: ", ")))"
    #expect(try store.database.integer("SELECT count(*) FROM delivery") == 0)
    #expect(try store.database.integer(left) == 0)
  }

  @Test func `another eligibility or a stray fact is found by verify`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 1)
    let note = PayloadNote(app: "k1", message: "m1", lint: .mutableContentMissing, bytes: 10)
    let lines = Self.lines(seed: 3) + [.note(.payload(note))]
    let store = try Self.ledger(lines, folder.path("a.db"), nil, &random)
    #expect(try store.verify() == [])
    try store.database.execute("INSERT INTO expectation VALUES (99, 0, 0)")
    #expect(try store.verify().contains { $0.hasPrefix("a message whose eligibility") })
    try store.database.execute(
      "DELETE FROM expectation WHERE message_ref = 99; INSERT INTO payload VALUES (99, 0, 0, 1)")
    #expect(try store.verify().contains { $0.hasPrefix("a fact about a message") })
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `the fingerprint tells ledgers apart by their facts, whatever references they gave them`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let events = randomEvents(50, seed: seed).map(Line.event)
    let note = Line.note(.alias(AliasNote(space: "vendor", name: "v", app: "k9", message: "m9", device: "")))
    let plain = try Self.ledger(events, folder.path("plain.db"), nil, &random)
    let first = try Self.ledger([note] + events, folder.path("first.db"), nil, &random)
    let last = try Self.ledger(events + [note], folder.path("last.db"), nil, &random)
    #expect(try first.fingerprint() == last.fingerprint())
    #expect(try first.fingerprint() != plain.fingerprint())
  }
}

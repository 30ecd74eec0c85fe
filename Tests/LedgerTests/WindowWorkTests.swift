import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What is asked about a window costs what the window holds, whatever else the ledger has.
struct WindowWorkTests {
  private static let hour: Int64 = 3_600_000
  /// The beginning of a UTC day.
  private static let start: Int64 = 1_789_948_800_000
  private static let window = CohortScope(
    days: [DaySpan(name: "d", start: start, end: start + 24 * hour)], appKeys: [], asOf: start + 30 * hour,
    settle: 0)

  /// A ledger with the same day of pushes and as many other days around it, each with its own messages.
  private static func ledger(days: Int, in folder: ScratchFolder) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("\(days).db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    for day in (-days / 2)...(days - days / 2) {
      var batch = EventBatch(capacity: 4096)
      for var event in randomEvents(400, messages: 10, seed: 6) {
        event.message += "-\(day)"
        // As far into the day as the other events of its seed are apart.
        event.time += start + 9 * hour - 1_790_000_000_000 + Int64(day) * 24 * hour
        batch.append(event)
      }
      batch.notes = notes(start + 9 * hour + Int64(day) * 24 * hour, "-\(day)").map { LineNote($0, line: 0) }
      _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    }
    return store
  }

  /// What others know of a day's pushes, and of one that the log does not hold.
  private static func notes(_ time: Int64, _ ending: String) -> [Note] {
    (0..<12).flatMap { notes(of: "\($0 == 11 ? "gone" : "m\($0)")\(ending)", time) }
  }

  private static func notes(of message: String, _ time: Int64) -> [Note] {
    [
      .step(StepNote(app: "1", message: message, device: "d", step: .received, time: time, detail: "")),
      .step(
        StepNote(
          app: "1", message: message, device: "d", step: .attachmentFailed, time: time + 5_000, detail: "x")),
      .tally(TallyNote(source: "web", app: "1", message: message, kind: .extAck, time: time, line: 1)),
      .total(
        TotalNote(
          source: "console", app: "1", message: message, counts: [.sent: 9], countedAt: time + 86_400_000)),
      .push(
        PushNote(
          app: "1", message: message, pushType: "NOTICE", platform: "iOS", targetType: "ALL", status: "SENT",
          sentAt: time)),
    ]
  }

  /// Everything that a report or an export asks of a window.
  private static let questions: [(String, @Sendable (LedgerWriter) throws -> Void)] = [
    ("channels", { _ = try $0.channelCells(window) }), ("versions", { _ = try $0.versionCells(window) }),
    ("failures", { _ = try $0.failureCells(window) }), ("messages", { _ = try $0.messageCells(window) }),
    ("known beside", { _ = try $0.externalFacts(window) }),
    ("health", { _ = try $0.health(window) }), ("flag counts", { _ = try $0.flagCounts(window) }),
    ("flags", { _ = try $0.flags(window, includesSilent: true) }), ("cohorts", { _ = try $0.cohortSpan() }),
    ("moment", { _ = try $0.moment() }), ("mismatches", { _ = try $0.mismatches(window) }),
    ("deliveries by device", { try $0.forEachDeliveryByDevice(window) { _ in } }),
    ("event hours", { _ = try $0.eventHours(start..<start + 24 * hour, appKeys: []) }),
    (
      "moment within an hour",
      { _ = try $0.database.integer(PublicView.momentQuery(clock: "\(start + 9 * hour + 20_000)")) }
    ),
    (
      "a part of an hour",
      { store in
        var part = window
        part.days[0].start += 9 * hour + 5_000
        _ = try store.channelCells(part)
        _ = try store.versionCells(part)
        _ = try store.failureCells(part)
      }
    ),
  ]

  @Test func `a window is answered by as many steps among sixty days as among six`() throws {
    let folder = try ScratchFolder()
    let few = try Self.ledger(days: 6, in: folder)
    let many = try Self.ledger(days: 60, in: folder)
    for (name, ask) in Self.questions {
      let wanted = try few.database.work { try ask(few) }
      let steps = try many.database.work { try ask(many) }
      #expect(wanted > 0)
      // Another depth of a tree may cost a step here and there, and whole pages are read, which at the ends of a window
      // hold rows of other days; fifty more days would cost thousands.
      #expect(steps <= wanted + wanted / 50 + 320, "\(name): \(wanted) steps became \(steps)")
    }
  }

  /// A day of sends and acks, the same number whatever they are divided by.
  private static func ledger(versions: Int, apps: Int, in folder: ScratchFolder) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("\(versions)-\(apps).db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 8192)
    for place in 0..<3000 {
      let (app, version) = (place % apps, place / apps % versions)
      let attributes: [Attribute: String] = [
        .platform: "iOS", .channel: "apns", .appVersion: "1.\(version)", .osVersion: "\(version % 4)",
      ]
      for kind in [EventKind.sent, .extAck] {
        batch.append(
          PlainEvent(
            app: "k\(app)", message: "m\(app)-\(place % 7)", device: "d\(place)", kind: kind,
            time: start + Int64(place % 23) * hour + (kind == .sent ? 0 : 1500), attributes: attributes))
      }
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    return store
  }

  @Test(arguments: [(20, 40, 1, 1), (4, 4, 10, 20)])
  func `twice the versions or AppKeys of as many events take less than half as many steps again`(
    versions: Int, moreVersions: Int, apps: Int, moreApps: Int
  ) throws {
    let folder = try ScratchFolder()
    func work(_ store: LedgerWriter) throws -> Int {
      try store.database.work { for question in Self.questions { try question.1(store) } }
    }
    let few = try work(Self.ledger(versions: versions, apps: apps, in: folder))
    let many = try work(Self.ledger(versions: moreVersions, apps: moreApps, in: folder))
    #expect(many * 2 < few * 3, "\(few) steps became \(many)")
  }

  @Test(arguments: [false, true])
  func `what others know of ten times as many messages takes little more than ten times the steps`(
    areNamedByVendor: Bool
  ) throws {
    func work(_ count: Int) throws -> Int {
      let folder = try ScratchFolder()
      let store = try LedgerWriter.openForWriting(folder.path("a.db"))
      var batch = EventBatch(capacity: 4096)
      for place in 0..<count {
        let message = "m\(place)"
        batch.append(PlainEvent(app: "1", message: message, device: "d", kind: .sent, time: Self.start + 1))
        var notes = Self.notes(of: areNamedByVendor && place % 2 == 1 ? "v\(place)" : message, Self.start + 2)
        if areNamedByVendor {
          notes.append(
            .alias(AliasNote(space: "vendor", name: "v\(place)", app: "1", message: message, device: "d")))
        }
        batch.notes += notes.map { LineNote($0, line: 0) }
      }
      _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
        batch.sorted(), files: [], clock: Instant(milliseconds: 0))
      #expect(try store.externalFacts(Self.window).totals.count == count)
      return try store.database.work { _ = try store.externalFacts(Self.window) }
    }
    #expect(try work(2000) < 12 * work(200))
  }

  @Test func `receipts of a message without any send are each looked at once`() throws {
    func work(_ count: Int) throws -> Int {
      let folder = try ScratchFolder()
      let store = try LedgerWriter.openForWriting(folder.path("a.db"))
      var batch = EventBatch(capacity: 4096)
      for device in 0..<count {
        batch.append(
          PlainEvent(app: "k", message: "m", device: "d\(device)", kind: .extAck, time: Self.start + 1))
      }
      _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
        batch.sorted(), files: [], clock: Instant(milliseconds: 0))
      return try store.database.work { _ = try store.flagCounts(Self.window) }
    }
    #expect(try work(4000) < 12 * work(400))
  }

  @Test func `acks of one delivery are each looked at once, and the smallest gap of a retry is found`() throws
  {
    func ledger(_ count: Int, _ folder: borrowing ScratchFolder) throws -> LedgerWriter {
      let store = try LedgerWriter.openForWriting(folder.path("a.db"))
      var batch = EventBatch(capacity: 8192)
      batch.append(PlainEvent(app: "k", message: "m", device: "d", kind: .sent, time: Self.start))
      for place in 0..<count {
        let time = Self.start + Int64(37 * place) + 5
        batch.append(PlainEvent(app: "k", message: "m", device: "d", kind: .extAck, time: time))
      }
      _ = try BatchCommitter(store, settings: LedgerSettings()).commit(
        batch.sorted(), files: [], clock: Instant(milliseconds: 0))
      return store
    }
    func work(_ count: Int) throws -> Int {
      let store = try ledger(count, ScratchFolder())
      return try store.database.work { _ = try store.flagCounts(Self.window) }
    }
    #expect(try work(4000) < 12 * work(400))
    // Acks are 37 ms apart, and 109 times that is the first that is 4 s.
    let retried = try ledger(400, ScratchFolder()).flags(Self.window, includesSilent: true).elements()
      .first { $0.flag == "ack_retried" }
    #expect(retried?.detail == "4033")
  }
}

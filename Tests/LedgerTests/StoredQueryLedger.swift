import Assets
import Foundation
import Ledger
import ReceiptModel
import SQLite
import TestSupport

/// A small ledger in a file, with a day and a bit in which everything that queries ask about happens once or twice.
struct StoredQueryLedger {
  let folder: ScratchFolder
  let path: String
  let store: LedgerWriter

  /// 2024-09-21T00:00:00Z: well before any clock, which has a say in what the ledger takes for now.
  static let start: Int64 = 1_726_876_800_000

  init(_ events: [PlainEvent] = handMade + random(300, seed: 11), notes: [Note] = []) throws {
    folder = try ScratchFolder()
    path = folder.path("small.db")
    store = try LedgerWriter.openForWriting(path)
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    batch.notes = (notes + (events.isEmpty ? [] : Self.notes)).map { LineNote($0, line: 0) }
    _ = try writer.commit(
      batch.sorted(), files: events.isEmpty ? [] : [Self.file], clock: Instant(milliseconds: Self.readAt))
    _ = try writer.finish()
  }

  /// One with what other logs tell of its deliveries, too.
  static func withOthers() throws -> StoredQueryLedger {
    let receipt = PlainEvent(
      app: "100", message: "vendor-1", device: "token-1", kind: .arrived, time: start + 65_000,
      attributes: [.source: "huawei", .platform: "ANDROID", .channel: "huawei"])
    return try StoredQueryLedger(
      handMade + random(300, seed: 11) + [receipt],
      notes: [
        .alias(
          AliasNote(
            space: "vendor", name: "vendor-1", app: "24700001", message: "m-second", device: "device-8")),
        .appOpen(AppOpenNote(source: "analytics", app: "100", device: "device-8", time: start + 3_600_000)),
      ])
  }

  /// A batch of an extension that lost its attachment, what two others counted, and payloads with a remark each that costs
  /// no receipt.
  private static var notes: [Note] {
    let steps: [(ExtensionStep, Int64, String)] = [
      (.received, 61_000, ""), (.attachmentFailed, 62_000, "Unrecognized attachment file type"),
      (.acked, 63_000, ""), (.finished, 64_000, ""),
    ]
    return steps.map { step, offset, detail in
      .step(
        StepNote(
          app: "24700001", message: "m-first", device: "device-1", step: step, time: start + offset,
          detail: detail))
    } + [
      .total(
        TotalNote(
          source: "console", app: "24700001", message: "m-first", counts: [.sent: 7, .opened: 1],
          countedAt: start + 3_600_000)),
      .tally(
        TallyNote(
          source: "web", app: "", message: "m-second", kind: .extAck, time: start + 70_000, line: 1)),
      .payload(PayloadNote(app: "24700001", message: "m-first", lint: .customInsideAps, bytes: 300)),
      .payload(PayloadNote(app: "24700002", message: "m-first", lint: .tooLarge, bytes: 4097)),
    ]
  }

  /// When the file was read.
  static let readAt = start + 3 * 86_400_000

  /// The file that all events are from, with three refused lines.
  private static var file: FileProgress {
    let reasons: [Rejection] = [
      Rejection(.badTime, field: .eventTime), Rejection(.badTime, field: .eventTime), Rejection(.notJSON),
    ]
    return FileProgress(
      number: 0, known: nil, restarts: false, path: "logs/a.jsonl", format: "json-lines", bytes: 9000,
      offset: 9000, lastLine: 30, identity: FileIdentity(headBytes: 4096, head: "aa", tail: "bb"),
      state: .complete, counts: LineCounts(lines: 30, rejected: 3, ignored: 1, events: 26),
      firstEvent: Instant(milliseconds: start),
      lastEvent: Instant(milliseconds: start + 86_400_000),
      rejects: reasons.enumerated().map { place, reason in
        RejectRecord(
          line: place + 1, byteOffset: Int64(place) * 100, rejection: reason, digest: UInt64(place))
      })
  }

  /// Batches a query through the gate, as `pushledger query` does.
  func answer(_ sql: String, _ parameters: [String: Cell] = [:]) throws -> ResultTable {
    try QueryGate(path: path).run(sql, parameters: parameters)
  }

  /// Random events within two hours of the first day.
  static func random(_ count: Int, seed: UInt64) -> [PlainEvent] {
    randomEvents(count, seed: seed).map { event in
      var event = event
      event.time += start - 1_790_000_000_000
      return event
    }
  }

  /// Two AppKeys with ten sends each day, of which each meets another fate; one of them answers under a foreign key.
  static var handMade: [PlainEvent] {
    var events: [PlainEvent] = []
    func add(
      _ kind: EventKind, _ device: Int, at seconds: Int64, app: String = "24700001", reason: String = ""
    ) {
      var attributes: [Attribute: String] = [
        .source: "alibaba", .platform: device < 8 ? "iOS" : "ANDROID",
        .channel: device < 8 ? "apns" : "huawei",
        .appVersion: device % 2 == 0 ? "3.1" : "3.2", .osVersion: "18.0", .jobKey: "welcome",
      ]
      if !reason.isEmpty { attributes[.reason] = reason }
      events.append(
        PlainEvent(
          app: app, message: device < 5 ? "m-first" : "m-second", device: "device-\(device)", kind: kind,
          time: start + seconds * 1000, attributes: attributes))
    }
    for device in 0..<10 {
      add(device == 9 ? .sendFailed : .sent, device, at: 60, reason: device == 9 ? "410#gone" : "")
    }
    for device in 0..<4 { add(.extAck, device, at: 60 + Int64(device * device * 6 + 1)) }
    add(.opened, 0, at: 300)
    // Opened and never acked.
    add(.opened, 5, at: 400)
    add(.arrived, 8, at: 62)
    // Sent under one key, acked under another.
    add(.extAck, 6, at: 65, app: "24700009")
    // Never sent to this device, though the message was to others.
    add(.extAck, 77, at: 70)
    // A clock that is behind.
    add(.extAck, 7, at: 50)
    // The next day, so that the first is over and settled.
    add(.sent, 3, at: 100_000, app: "24700002")
    add(.extAck, 3, at: 100_001, app: "24700002")
    add(.other, 2, at: 100_100)
    return events
  }
}

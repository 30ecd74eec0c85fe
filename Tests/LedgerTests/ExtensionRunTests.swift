import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The runs of extensions, by their own log.
struct ExtensionRunTests {
  private static let start: Int64 = 1_790_000_000_000

  private static func step(
    _ step: ExtensionStep, _ offset: Int64, message: String = "m", device: String = "d", detail: String = ""
  ) -> Note {
    .step(
      StepNote(
        app: "1", message: message, device: device, step: step, time: start + offset, detail: detail))
  }

  private static func sent(_ offset: Int64, message: String = "m", device: String = "d") -> PlainEvent {
    PlainEvent(
      app: "1", message: message, device: device, kind: .sent, time: start + offset,
      attributes: [.platform: "iOS", .channel: "apns", .appVersion: "3.2"])
  }

  /// Everything in `extension_runs`, a text for each run, NULL as `-`.
  private static func rows(_ store: LedgerWriter) throws -> [String] {
    try store.table(
      """
      SELECT message_id, device_id, started_at, ended_at, acked_at, failed_tries, expiring_at, attachment_error,
        finished_at, outcome, run_ms FROM extension_runs
      """
    ).rows.map { $0.map(text).joined(separator: " ") }
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .null: "-"
    case .integer(let value): "\(value)"
    case .text(let value): "'\(value)'"
    default: "?"
    }
  }

  /// The same of runs made by the definition in `ExtensionExecution`.
  private static func rows(_ run: ExtensionExecution, _ message: String, _ device: String) -> String {
    func time(_ instant: Instant?) -> String { instant.map { "\($0.milliseconds)" } ?? "-" }
    return [
      "'\(message)'", "'\(device)'", time(run.startedAt), time(run.endedAt), time(run.first(.acked)?.at),
      "\(run.failedTries)", time(run.first(.expiring)?.at),
      run.first(.attachmentFailed).map { "'\($0.detail)'" } ?? "-", time(run.first(.finished)?.at),
      "'\(run.outcome.rawValue)'", run.milliseconds.map { "\($0)" } ?? "-",
    ].joined(separator: " ")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the view tells runs as their definition does, whatever the order of the steps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var steps: [StepNote] = []
    for _ in 0..<300 {
      steps.append(
        StepNote(
          app: "1", message: "m\(Int.random(in: 0..<4, using: &random))",
          device: ["a692961a92534047ad362575f31f5700", "phone"].randomElement(using: &random) ?? "",
          step: ExtensionStep.allCases.randomElement(using: &random) ?? .received,
          time: Self.start + Int64.random(in: 0..<60, using: &random),
          detail: ["", "Unrecognized attachment file type", "é"].randomElement(using: &random) ?? ""))
    }
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.take([], steps.prefix(100).map(Note.step))
    try store.take([], (steps.dropFirst(100) + steps.prefix(50)).shuffled(using: &random).map(Note.step))
    let deliveries = Dictionary(grouping: Set(steps)) { [$0.message, $0.device] }
    let wanted = deliveries.flatMap { key, steps in
      ExtensionExecution.all(
        of: steps.map {
          ExtensionLogStep($0.step, at: Instant(milliseconds: $0.time), detail: $0.detail)
        }
      ).map { Self.rows($0, key[0], key[1]) }
    }
    #expect(try Self.rows(store).sorted() == wanted.sorted())
    // And as single deliveries are explained.
    for (key, _) in deliveries {
      let story = try store.pushStory(of: key[0], on: key[1], settledUntil: Instant(milliseconds: 0))
      let runs = try #require(story).deliveries.flatMap(\.runs).map { Self.rows($0, key[0], key[1]) }
      #expect(runs.sorted() == wanted.filter { $0.hasPrefix("'\(key[0])' '\(key[1])'") }.sorted())
    }
  }

  @Test func `a run begins with what is received and ends with the last step before the next`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.take(
      [Self.sent(0), Self.sent(60_000)],
      [
        Self.step(.received, 1_200), Self.step(.ackFailed, 6_200), Self.step(.acked, 7_900),
        Self.step(.finished, 8_000),
        Self.step(.received, 61_000), Self.step(.attachmentFailed, 62_000, detail: "no such type"),
        Self.step(.expiring, 90_000),
      ])
    let table = try store.table(
      "SELECT outcome, failed_tries, run_ms, start_latency_ms, app_version, attachment_error FROM extension_runs ORDER BY started_at"
    )
    #expect(
      table.rows == [
        [.text("acked"), .integer(1), .integer(6_800), .integer(1_200), .text("3.2"), .null],
        [
          .text("expired"), .integer(0), .integer(29_000), .integer(1_000), .text("3.2"),
          .text("no such type"),
        ],
      ])
    let failures = try store.table("SELECT error, app_key, app_version, failures FROM attachment_failures")
    #expect(failures.rows == [[.text("no such type"), .text("1"), .text("3.2"), .integer(1)]])
  }

  @Test func `a start before every send has a negative latency, and no latency without a send`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try store.take(
      [Self.sent(5_000)], [Self.step(.received, 0), Self.step(.received, 0, device: "e")])
    let sql = "SELECT device_id, start_latency_ms FROM extension_runs ORDER BY 1"
    #expect(
      try store.table(sql).rows == [[.text("d"), .integer(-5_000)], [.text("e"), .null]])
  }

  @Test func `a run under another name is of the delivery that the name stands for, when it is one`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    func alias(_ name: String, _ message: String, _ device: String) -> Note {
      .alias(AliasNote(space: "vendor", name: name, app: "1", message: message, device: device))
    }
    func run(_ offset: Int64, _ message: String, _ device: String) -> Note {
      .step(
        StepNote(
          app: "other", message: message, device: device, step: .received, time: Self.start + offset,
          detail: ""))
    }
    try store.take(
      [
        Self.sent(0, message: "m1", device: "d1"), Self.sent(10, message: "m1", device: "d2"),
        Self.sent(20, message: "m2", device: "d1"),
      ],
      [
        alias("n", "m1", "d1"), alias("n", "m1", "d2"), alias("both", "m1", "d1"), alias("both", "m2", "d1"),
        alias("one", "m2", "d1"), .token(TokenNote(token: "tok", device: "d2", from: Self.start)),
        run(100, "n", "d1"), run(200, "n", "tok"), run(300, "n", "stranger"), run(400, "both", "d1"),
        run(500, "one", "anybody"), run(600, "m1", "d1"),
      ])
    let table = try store.table(
      """
      SELECT message_id, device_id, sent_app_key, sent_message_id, sent_device_id, start_latency_ms, app_version
      FROM extension_runs ORDER BY started_at
      """)
    let rows = table.rows.map { $0.map(Self.text).joined(separator: " ") }
    #expect(
      rows == [
        "'n' 'd1' '1' 'm1' 'd1' 100 '3.2'", "'n' 'tok' '1' 'm1' 'd2' 190 '3.2'", "'n' 'stranger' - - - - -",
        "'both' 'd1' - - - - -", "'one' 'anybody' '1' 'm2' 'd1' 480 '3.2'", "'m1' 'd1' - - - - -",
      ])
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 1_000)], appKeys: ["1"], asOf: .max,
      settle: 0)
    #expect(try store.externalFacts(scope).extensions.map(\.runs) == [3])
    let story = try #require(try store.pushStory(of: "m1", on: "d2", settledUntil: Instant(milliseconds: 0)))
    #expect(
      story.deliveries.flatMap(\.runs).map(\.startedAt) == [Instant(milliseconds: Self.start + 200)])
  }

  @Test func `the facts of a window are of the runs that started in it`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let offsets: [Int64] = [-1, 0, 999, 1_000]
    try store.take(
      offsets.map { Self.sent($0 - 500, message: "m\($0)") },
      offsets.flatMap { offset in
        [
          Self.step(.received, offset, message: "m\(offset)"),
          Self.step(.attachmentFailed, offset, message: "m\(offset)", detail: "x"),
          Self.step(.expiring, offset + 25_000, message: "m\(offset)"),
        ]
      })
    var scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + 1_000)], appKeys: [], asOf: .max,
      settle: 0)
    let known = try store.externalFacts(scope)
    #expect(known.extensions.map(\.runs) == [2])
    #expect(known.extensions.first?.count(.expired) == 2)
    #expect(known.extensions.first?.attachmentsFailed == 2)
    #expect(known.extensions.first?.firstExpired == Instant(milliseconds: Self.start))
    #expect(known.extensions.first?.waits.counts.values.reduce(0, +) == 2)
    #expect(known.attachmentFailures.map(\.failures) == [2])
    scope.appKeys = ["2"]
    #expect(try store.externalFacts(scope).isEmpty)
    #expect(try store.externalFacts(message: "m0").extensions.map(\.runs) == [1])
  }
}

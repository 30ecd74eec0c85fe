import ReceiptModel
import SQLite

/// Counters and latencies of each part of an AppKey by day.
///
/// No sums of hours tell these parts apart, so all is counted of the deliveries. It keeps a cell for each day of each part.
final class PartDays: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private let settledUntil: Int64
  /// Those that were asked for.
  private let appKeys: [Int64: String]
  private var days: SpanSearch
  private var parts: PartNumbers
  private var cells = CohortCells.Builder(counters: Count.allCases)

  /// - Returns: `nil` for a scope without days.
  init?(_ part: DeliveryPart, _ scope: CohortScope, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    windows = [window]
    settledUntil = scope.settledUntil
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    days = SpanSearch(scope.days.map { $0.start..<$0.end })
    parts = try PartNumbers(part, in: reader.database)
  }

  func begin(_ message: PassedMessage) {}

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices { try add(deliveries[place].facts) }
  }

  private func add(_ delivery: PassedFacts) throws {
    guard let cohort = delivery.countedCohort, let day = days.place(of: cohort), appKeys[delivery.app] != nil
    else { return }
    let part = try parts.number(of: delivery)
    cells.add(delivery.counts(settledUntil: settledUntil), key: part, day: day)
    if let latency = delivery.ackLatency {
      cells.add(bucket: LatencyBucket.bucket(of: latency), key: part, day: day)
    }
  }

  /// Gives the cells, once the pass has run, and has none any more; the text is their only part, empty where there is none.
  func takeCells() -> CohortCells {
    var taken = CohortCells.Builder(counters: Count.allCases)
    swap(&taken, &cells)
    let keys = parts.parts.map { (app: Array((appKeys[$0.app] ?? "").utf8), text: $0.text ?? []) }
    let names = Set(keys.flatMap { [$0.app, $0.text] }).sorted { $0.lexicographicallyPrecedes($1) }
    let places = Dictionary(uniqueKeysWithValues: zip(names, Int32(0)...))
    return taken.cells(
      named: keys.map { CohortCells.Key(app: places[$0.app] ?? 0, first: places[$0.text] ?? 0) },
      names.map { String(decoding: $0, as: UTF8.self) }, partCount: 1)
  }
}

import Ledger
import Prose
import ReceiptModel

/// Looks at the rows of a relation one by one: what no run within these hours can have written.
struct RowCheck {
  private let relation: LoadedRelation
  private let scope: Range<Int64>
  /// The keys that were met.
  private var keys: Set<[UInt8]> = []
  /// What each column that counts adds up to.
  private var totals: [Int64]

  init(_ relation: LoadedRelation, scope: Range<Int64>) {
    self.relation = relation
    self.scope = scope
    totals = Array(repeating: 0, count: relation.columns.count)
  }

  /// Why a row cannot be, without any text from it; `nil` for one that can.
  mutating func refusal(of row: [Cell]) -> Phrase? {
    guard keys.insert(key(of: row)).inserted else { return "the same key stands in an earlier row" }
    for (column, cell) in zip(relation.columns, row) {
      if let reason = problem(column.name, cell) { return reason }
    }
    return excess(of: row)
  }

  /// Adds the counts of a row to the totals, unless one of them is more than can be counted on.
  private mutating func excess(of row: [Cell]) -> Phrase? {
    for (index, column) in relation.columns.enumerated() where column.kind == .integer {
      guard !Self.places.contains(column.name), case .integer(let count) = row[index] else { continue }
      let (total, overflows) = totals[index].addingReportingOverflow(count)
      guard !overflows, total <= ManifestCheck.most else {
        return "\(column.name) adds up to more than \(figure: "\(ManifestCheck.most)")"
      }
      totals[index] = total
    }
    return nil
  }

  private func problem(_ column: String, _ cell: Cell) -> Phrase? {
    switch (column, cell) {
    case ("hour", .integer(let hour)):
      let hours = scope.lowerBound / Self.hour..<scope.upperBound / Self.hour
      return hours.contains(hour) ? nil : "an hour outside the run's scope"
    case ("at_ms", .integer(let time)) where relation == .flagSample:
      return scope.contains(time) ? nil : "a moment outside the run's scope"
    case ("newest_ms", .integer(let time)), ("sent_at", .integer(let time)):
      return ManifestCheck.isTime(time) ? nil : "\(column) lies outside 2010 to 2100"
    case ("bucket", .integer(let bucket)):
      return Self.isBucket(bucket) ? nil : "there is no such latency bucket"
    case ("kind", .text(let kind)) where relation == .failureHour:
      return kind == "send_failed" || kind == "arrive_failed" ? nil : "not a kind of failure"
    case ("kind", .text(let kind)): return EventKind(name: kind) == nil ? "not a kind of event" : nil
    case ("flag", .text(let flag)): return Self.flags.contains(flag) ? nil : "no flag"
    case ("app_key", .text(let text)), ("message_id", .text(let text)):
      return text.isEmpty ? "\(column) is empty" : nil
    case ("reason", .text(let text)) where relation == .rejectedReason:
      return ManifestCheck.isName(text) ? nil : "not the name of a reason"
    case (relation.countColumn, .integer(let count)) where count < 1: return "\(column) counts nothing"
    case (_, .integer(let number)) where number < 0: return "\(column) is below zero"
    default: return nil
    }
  }

  /// Texts with their lengths, so that no two keys share their bytes.
  private func key(of row: [Cell]) -> [UInt8] {
    var key: [UInt8] = []
    for cell in row.prefix(relation.keyCount) {
      switch cell {
      case .text(let text):
        key += Array("\(text.utf8.count):".utf8)
        key += Array(text.utf8)
      case .integer(let number): key += Array("\(number);".utf8)
      default: key.append(UInt8(ascii: "-"))
      }
    }
    return key
  }

  private static let hour: Int64 = 3_600_000

  /// Numbers that say where or when, and count nothing.
  private static let places: Set<String> = ["hour", "bucket", "at_ms", "newest_ms"]

  private static let flags: Set<String> = [
    "app_key_mismatch", "app_key_unknown", "orphan_ack", "ack_timeout", "ack_over_budget", "ack_retried",
    "clock_skew",
  ]

  /// The bucket of the longest time that two events can be apart.
  private static let lastBucket = Int64(
    LatencyBucket.bucket(of: Instant.latest.milliseconds - Instant.earliest.milliseconds))

  private static func isBucket(_ bucket: Int64) -> Bool {
    guard bucket >= 0 else { return bucket == -1 }
    guard bucket <= lastBucket else { return false }
    let range = LatencyBucket.range(of: Int(bucket))
    return !range.isEmpty && LatencyBucket.bucket(of: range.lowerBound) == Int(bucket)
  }
}

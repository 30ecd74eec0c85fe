import ReceiptModel
import SQLite

/// How many deliveries have each flag.
///
/// It keeps a number for each flag, AppKey and counted detail.
final class FlagSums {
  private let scope: CohortScope
  private let reader: LedgerReader
  private var sums: [Key: Int] = [:]

  private struct Key: Hashable {
    var kind: FlagKind
    var app: Int64
    var detail: FoundFlag.Detail
  }

  init(_ scope: CohortScope, in reader: LedgerReader) {
    self.scope = scope
    self.reader = reader
  }

  func add(_ flag: FoundFlag) {
    sums[
      Key(kind: flag.kind, app: flag.app, detail: flag.kind.isCountedByDetail ? flag.detail : .none),
      default: 0] += 1
  }

  /// The numbers, once the pass has run, with those of hours of which only sums are there.
  func counts(in window: Range<Int64>) throws -> [FlagCount] {
    let appKeys = try reader.appKeys()
    var named: [CohortKey: Int] = [:]
    for (key, count) in sums {
      guard let appKey = appKeys[key.app] else { continue }
      named[
        CohortKey(day: 0, appKey: key.kind.rawValue, parts: [appKey, key.detail.text(appKeys) ?? ""])] = count
    }
    let rows = try reader.database.prepare(
      PublicView.summedFlagsQuery(in: window, settledUntil: scope.settledUntil))
    while try rows.step() {
      let key = CohortKey(day: 0, appKey: rows.text(0), parts: [rows.text(1), rows.text(2)])
      named[key, default: 0] += Int(rows.integer(3))
    }
    return named.filter { scope.includes($0.key.parts[0]) }.sorted { $0.key < $1.key }.map {
      FlagCount(flag: $0.key.appKey, appKey: $0.key.parts[0], detail: $0.key.parts[1], count: $0.value)
    }
  }
}

import ReceiptModel
import SQLite

/// The flagged deliveries of a scope, on their way into the order of flags, AppKeys, messages and devices.
final class FlagRows {
  private let scope: CohortScope
  private let includesSilent: Bool
  private let appKeys: [Int64: String]
  private var ids: PassedIDs
  private var sorter: RecordSorter
  private var record: [UInt8] = []

  init(_ scope: CohortScope, includesSilent: Bool, in reader: LedgerReader) throws {
    self.scope = scope
    self.includesSilent = includesSilent
    appKeys = try reader.appKeys()
    ids = try PassedIDs(in: reader.database)
    sorter = RecordSorter(beside: reader)
  }

  func add(_ flag: FoundFlag) throws {
    guard includesSilent || flag.detail != .word(.silent), isInScope(flag) else { return }
    record.removeAll(keepingCapacity: true)
    record.append(key: flag.kind.rawValue.utf8)
    record.append(key: (appKeys[flag.app] ?? "").utf8)
    record.append(key: try ids.id(of: flag.message).utf8)
    flag.device.appendID(to: &record)
    record.append(packed: flag.sentAt == nil ? 0 : 1)
    if let sentAt = flag.sentAt { record.append(packed: Int(sentAt)) }
    if let detail = flag.detail.text(appKeys) { record.append(text: detail) }
    try sorter.append(record)
  }

  /// A mismatch concerns the sender as much as the key that answered.
  private func isInScope(_ flag: FoundFlag) -> Bool {
    if scope.includes(appKeys[flag.app] ?? "") { return true }
    guard case .sender(let app) = flag.detail else { return false }
    return scope.includes(appKeys[app] ?? "")
  }

  /// Gives the flags, once the pass has run, and has none any more.
  func takeFlags() -> Pieces<[FlaggedDelivery]> {
    sorter.takeSorted().pieces { records in records.map(FlaggedDelivery.init(record:)) }
  }
}

extension FlaggedDelivery {
  fileprivate init(record: [UInt8]) {
    var key = RecordKeyReader(record)
    let texts = (0..<4).map { _ in String(decoding: key.text(), as: UTF8.self) }
    var rest = PackedReader(record, at: key.place)
    let sentAt = rest.number() == 0 ? nil : Int64(rest.number())
    self.init(
      flag: texts[0], appKey: texts[1], messageID: texts[2], deviceID: texts[3], sentAt: sentAt,
      detail: rest.isAtEnd ? nil : String(decoding: record[rest.text()], as: UTF8.self))
  }
}

extension FoundFlag.Detail {
  /// As in the view `flags`.
  func text(_ appKeys: [Int64: String]) -> String? {
    switch self {
    case .none: nil
    case .word(let word): word.rawValue
    case .milliseconds(let milliseconds): String(milliseconds)
    case .sender(let app): appKeys[app]
    }
  }
}

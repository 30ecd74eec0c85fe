package import ReceiptModel

/// Where a defect was planted; a part that is `nil` or empty plays no role in it.
package struct DefectSite: Equatable, Sendable {
  package var defect: Defect
  package var size = DefectSize.medium
  package var appKey: UInt64?
  package var version: AppVersion?
  package var since: Instant
  /// When it was over; `nil` when it goes on.
  package var until: Instant?
  /// The AppKey its acks come under; no push was ever sent with it.
  package var foreignKey: UInt64?
  package var osVersions: [String] = []
  package var networks: [String] = []
  package var channel: Channel?
  package var reason: String?
  /// The column that says nothing any more.
  package var field: String?
  /// Whether it holds for some messages and not for others.
  package var isOfMessages = false

  /// Whether a time lies where the defect holds.
  func holds(at time: Int64) -> Bool {
    time >= since.milliseconds && time < until?.milliseconds ?? .max
  }
}

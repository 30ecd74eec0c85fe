/// Which flagged deliveries an export lists.
package enum FlagList: String, CaseIterable, Sendable {
  /// All flags that say something about the single delivery.
  case telling
  /// Also pushes without an ack of which nothing else is known.
  case all
  /// None, and so no device id.
  case none
}

package import ReceiptModel

/// The first push of each device to an app version, and how many of them were acked.
///
/// Pushes of one device are not independent of each other: a muted device acks none of its fourteen, and tests that
/// take them for fourteen observations are too sure. Here one push of each device counts, so there are as many
/// observations as devices. That throws much away, but need not assume how alike the pushes of a device are.
package struct FirstPushes: Equatable, Sendable {
  /// Of the first pushes of devices, how many were acked.
  package private(set) var sent = Rate(0, of: 0)
  /// Of the first pushes that a device opened, how many were acked.
  package private(set) var opened = Rate(0, of: 0)

  package init() {}

  /// - Parameters:
  ///   - isFirst: whether no push of the device to this app version came before.
  ///   - isFirstOpen: whether it was opened, and none before it was.
  mutating func add(isAcked: Bool, isFirst: Bool, isFirstOpen: Bool) {
    if isFirst { sent = Rate(sent.numerator + (isAcked ? 1 : 0), of: sent.denominator + 1) }
    if isFirstOpen { opened = Rate(opened.numerator + (isAcked ? 1 : 0), of: opened.denominator + 1) }
  }

  /// Those of so many pushes at most, where others tell nothing.
  func atMost(_ pushes: Int) -> FirstPushes {
    var some = self
    some.sent = Rate(min(sent.numerator, pushes), of: min(sent.denominator, pushes))
    return some
  }

  /// - Parameter factor: -1 takes away what was added.
  mutating func add(_ other: FirstPushes, times factor: Int = 1) {
    func sum(_ one: Rate, _ other: Rate) -> Rate {
      Rate(one.numerator + factor * other.numerator, of: one.denominator + factor * other.denominator)
    }
    (sent, opened) = (sum(sent, other.sent), sum(opened, other.opened))
  }
}

/// What counters ask of a delivery: a bit for each kind of event that it has, by the kind's raw value, and for each
/// judgement.
package struct CountedFacts: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  static let accepted = Self(.accepted)
  static let sent = Self(.sent)
  static let sendFailed = Self(.sendFailed)
  static let arrived = Self(.arrived)
  static let arriveFailed = Self(.arriveFailed)
  static let acked = Self(.extAck)
  static let displayed = Self(.displayed)
  static let opened = Self(.opened)
  static let dismissed = Self(.dismissed)
  /// An extension receipt can be expected.
  static let ackEligible = Self(rawValue: 1 << 16)
  /// There is evidence from the device.
  static let confirmed = Self(rawValue: 1 << 17)
  /// The channel can give a receipt for a push that nobody touches.
  static let measurable = Self(rawValue: 1 << 18)
  /// Its receipts have had time to come in.
  static let settled = Self(rawValue: 1 << 19)
  /// It was acked after the limit of an ack.
  static let late = Self(rawValue: 1 << 20)
  /// It was acked after the extension's budget.
  static let overBudget = Self(rawValue: 1 << 21)
  /// An AppKey that never sent the push to this device has an ack or an open of it.
  static let answeredElsewhere = Self(rawValue: 1 << 22)

  private init(_ kind: EventKind) { self.init(rawValue: 1 << UInt32(kind.rawValue)) }

  /// All facts of a delivery that is settled, as stored sums take every one.
  ///
  /// - Parameters:
  ///   - kinds: of which it has events: a bit for each, by its raw value.
  package init(
    kinds: UInt32, isAckEligible: Bool, isConfirmed: Bool, isMeasurable: Bool, isLate: Bool,
    isOverBudget: Bool,
    isAnsweredElsewhere: Bool
  ) {
    var facts = CountedFacts(rawValue: kinds).union(.settled)
    if isAckEligible { facts.insert(.ackEligible) }
    if isConfirmed { facts.insert(.confirmed) }
    if isMeasurable { facts.insert(.measurable) }
    if isLate { facts.insert(.late) }
    if isOverBudget { facts.insert(.overBudget) }
    if isAnsweredElsewhere { facts.insert(.answeredElsewhere) }
    self = facts
  }
}

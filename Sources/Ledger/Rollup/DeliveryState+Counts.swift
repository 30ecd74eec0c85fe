import ReceiptModel

extension DeliveryState {
  /// What the delivery adds to the counters of its cohort's cell.
  ///
  /// The fast twin of the recomputation from `delivery_fact` in `RollupDefinition`; `verify` compares the two.
  ///
  /// - Parameters:
  ///   - isAnsweredElsewhere: whether an AppKey that never sent the push to this device has an ack or an open of it.
  func counts(_ traits: ContextTraits, _ settings: LedgerSettings, isAnsweredElsewhere: Bool) -> CountSet {
    CountSet(facts(traits, settings, isAnsweredElsewhere: isAnsweredElsewhere))
  }

  /// The facts that counters ask for.
  ///
  /// - Parameter isAnsweredElsewhere: as of `counts`.
  func facts(
    _ traits: ContextTraits, _ settings: LedgerSettings, isAnsweredElsewhere: Bool
  ) -> CountedFacts {
    let latency = latency(of: .extAck) ?? .min
    return CountedFacts(
      kinds: kinds, isAckEligible: traits.isAckEligible, isConfirmed: isConfirmed(traits),
      isMeasurable: traits.isMeasurable, isLate: latency > settings.ackTimeout,
      isOverBudget: latency > settings.ackBudget, isAnsweredElsewhere: isAnsweredElsewhere)
  }

  /// Whether there is evidence from the device itself.
  func isConfirmed(_ traits: ContextTraits) -> Bool {
    has(.extAck) || has(.displayed) || has(.opened) || has(.dismissed)
      || has(.arrived) && traits.arrivalIsEvidence
  }

  /// A bit for each kind that the delivery has, by its raw value.
  private var kinds: UInt32 {
    var bits: UInt32 = 0
    for slot in times.indices { bits |= (times[slot] == Self.absent ? 0 : 1) << UInt32(slot) }
    return bits
  }
}

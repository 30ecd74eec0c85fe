import ReceiptModel

extension DeliveryState {
  /// What the delivery adds to the counters of its cohort's cell.
  ///
  /// The fast twin of the recomputation from `delivery_fact` in `RollupDefinition`; `verify` compares the two.
  ///
  /// - Parameters:
  ///   - isAnsweredElsewhere: whether an AppKey that never sent the push to this device has an ack or an open of it.
  func counts(_ traits: ContextTraits, _ settings: LedgerSettings, isAnsweredElsewhere: Bool) -> CountSet {
    var counts = CountSet()
    counts.insert(.deliveries)
    guard has(.sent) else {
      counts.insert(.sendFailed, if: has(.sendFailed))
      return counts
    }
    let (isAcked, isOpened) = (has(.extAck), has(.opened))
    counts.insert(.sent)
    counts.insert(.accepted, if: has(.accepted))
    counts.insert(.arrived, if: has(.arrived))
    counts.insert(.arriveFailed, if: has(.arriveFailed))
    counts.insert(.acked, if: isAcked)
    counts.insert(.displayed, if: has(.displayed))
    counts.insert(.opened, if: isOpened)
    counts.insert(.dismissed, if: has(.dismissed))
    let hasOtherEvidence =
      has(.displayed) || isOpened || has(.dismissed) || has(.arrived) && traits.arrivalIsEvidence
    let isConfirmed = isAcked || hasOtherEvidence
    counts.insert(.confirmed, if: isConfirmed)
    counts.insert(.measurable, if: traits.isMeasurable)
    counts.insert(.measurableConfirmed, if: traits.isMeasurable && isConfirmed)
    let latency = latency(of: .extAck)
    if let latency { counts.insert(.overBudget, if: latency > settings.ackBudget) }
    counts.insert(.mismatch, if: isAnsweredElsewhere)
    guard traits.isAckEligible else { return counts }
    counts.insert(.ackEligible)
    counts.insert(.eligibleAcked, if: isAcked)
    counts.insert(.eligibleOpened, if: isOpened)
    counts.insert(.openedUnacked, if: isOpened && !isAcked)
    if let latency {
      counts.insert(.timeoutLate, if: latency > settings.ackTimeout)
    } else {
      counts.insert(hasOtherEvidence ? .timeoutLost : .timeoutSilent)
    }
    return counts
  }
}

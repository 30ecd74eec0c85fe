internal import ReceiptModel

extension DeliveryState {
  /// What the delivery adds to the counters of its cohort's cell.
  ///
  /// The fast twin of the recomputation from `delivery_fact` in `RollupDefinition`; `verify` compares the two.
  ///
  /// - Parameters:
  ///   - isAnsweredElsewhere: whether an AppKey that never sent the push to this device has an ack or an open of it.
  func counts(_ traits: ContextTraits, _ settings: LedgerSettings, isAnsweredElsewhere: Bool) -> Counts {
    var counts = Counts()
    counts[.deliveries] = 1
    guard has(.sent) else {
      counts[.sendFailed] = has(.sendFailed) ? 1 : 0
      return counts
    }
    counts[.sent] = 1
    for (count, kind) in Self.plainCounts where has(kind) { counts[count] = 1 }
    let isAcked = has(.extAck)
    let hasOtherEvidence =
      has(.displayed) || has(.opened) || has(.dismissed) || has(.arrived) && traits.arrivalIsEvidence
    if isAcked || hasOtherEvidence { counts[.confirmed] = 1 }
    if traits.isMeasurable {
      counts[.measurable] = 1
      counts[.measurableConfirmed] = counts[.confirmed]
    }
    let latency = latency(of: .extAck)
    if let latency, latency > settings.ackBudget { counts[.overBudget] = 1 }
    if isAnsweredElsewhere { counts[.mismatch] = 1 }
    guard traits.isAckEligible else { return counts }
    counts[.ackEligible] = 1
    if isAcked { counts[.eligibleAcked] = 1 }
    if has(.opened) {
      counts[.eligibleOpened] = 1
      if !isAcked { counts[.openedUnacked] = 1 }
    }
    if let latency {
      if latency > settings.ackTimeout { counts[.timeoutLate] = 1 }
    } else {
      counts[hasOtherEvidence ? .timeoutLost : .timeoutSilent] = 1
    }
    return counts
  }

  private static let plainCounts: [(Count, EventKind)] = [
    (.accepted, .accepted), (.arrived, .arrived), (.arriveFailed, .arriveFailed), (.acked, .extAck),
    (.displayed, .displayed), (.opened, .opened), (.dismissed, .dismissed),
  ]
}

import ReceiptModel

extension LowAcks {
  /// The stretches that `ack_outage` reports when it is asked alone.
  static func told(_ evidence: Evidence) -> [LowAcks] {
    let findings = Rule.ackOutage.judge(evidence).filter { $0.chance < evidence.limits.chance }
      .compactMap(\.finding)
    guard !findings.isEmpty else { return [] }
    return AckHour.byApp(evidence).flatMap { LowAcks.all($0, $1, evidence) }.filter { outage in
      findings.contains { $0.appKey == outage.appKey && $0.since?.milliseconds == outage.start }
    }
  }

  /// The chance that none of a message's pushes is acked if they are acked like the others of the stretch.
  ///
  /// - Returns: 0 where the message was not first sent in the stretch, which then says nothing of it.
  func chanceOfSilence(of message: MessageCell) -> Double {
    guard message.appKey.hasSameBytes(as: appKey), let sent = message.firstSent?.milliseconds,
      sent >= start, sent < end
    else { return 0 }
    let own = message.counts[.ackEligible]
    return Silence.chance(Rate(hits, of: max(hits, count - own)), ofNoneIn: own)
  }
}

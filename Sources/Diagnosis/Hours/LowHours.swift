import ReceiptModel

/// The pushes of an AppKey in hours of an outage.
struct LowHours: Sendable {
  var appKey: String
  /// Milliseconds UTC; the end is excluded.
  var start: Int64
  var end: Int64
  /// Acked in time.
  var hits: Int
  var count: Int

  /// The chance that none of a message's pushes is acked if they are acked like the others of these hours.
  ///
  /// - Returns: 0 where the message was not first sent in them, which then say nothing of it.
  func chanceOfSilence(of message: MessageCell) -> Double {
    guard message.appKey.hasSameBytes(as: appKey), let sent = message.firstSent?.milliseconds,
      sent >= start, sent < end
    else { return 0 }
    let own = message.counts[.ackEligible]
    return Silence.chance(Rate(hits, of: max(hits, count - own)), ofNoneIn: own)
  }
}

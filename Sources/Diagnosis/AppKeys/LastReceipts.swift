import ReceiptModel

/// Whether the receipts are missing that were to come in after an AppKey's last sends: then its log has ended, and not
/// only its sender.
///
/// Some people open a push an hour after it came, and some phones ack it when they are on again. How many do is known
/// from the pauses that senders make.
struct LastReceipts {
  /// The chance that not one receipt comes in the hour after the last one with sends; 1 where some came in after it.
  let chanceOfNone: Double

  private static let hour: Int64 = 3_600_000

  /// - Returns: `nil` where no sender ever paused, so that nobody knows what to expect.
  init?(_ appKey: String, _ evidence: Evidence) {
    // By hour and AppKey.
    var (sent, received): ([CohortKey: Int], [CohortKey: Int]) = ([:], [:])
    for cell in evidence.eventHours where cell.events > 0 {
      let hour = Int(cell.hour.milliseconds / Self.hour)
      let key = CohortKey(day: hour, appKey: cell.appKey, parts: [])
      switch cell.kind {
      case .sent: sent[key, default: 0] += cell.events
      case .accepted, .sendFailed: break
      default: received[key, default: 0] += cell.events
      }
    }
    guard let last = sent.keys.filter({ $0.appKey.hasSameBytes(as: appKey) }).max() else { return nil }
    guard !received.keys.contains(where: { $0.day > last.day && $0.appKey.hasSameBytes(as: appKey) }) else {
      chanceOfNone = 1
      return
    }
    var usual = Rate(0, of: 0)
    for (key, count) in sent where key != last {
      var next = key
      next.day += 1
      if sent[next] == nil { usual.add(Rate(min(count, received[next] ?? 0), of: count)) }
    }
    guard let least = usual.interval?.lowerBound else { return nil }
    chanceOfNone = Chance.ofNone(in: sent[last] ?? 0, share: least)
  }
}

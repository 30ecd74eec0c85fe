import ReceiptModel

/// Whether receipts of an AppKey still came in after its last send: then its sender has stopped, and not its log.
struct StoppedSender {
  /// Hours after the last send until the last event.
  let hours: Int
  /// The chance of no send in these hours if its sender had gone on.
  let chance: Double

  private static let hour: Int64 = 3_600_000

  /// Each of these hours is compared with the same hours of the days before: at night nobody sends, and answers to the
  /// pushes of the evening come in all the same.
  ///
  /// - Returns: `nil` where nothing came in after the last send, or it never sent.
  init?(_ appKey: String, _ evidence: Evidence) {
    var (sends, last): (Set<Int64>, Int64) = ([], 0)
    for cell in evidence.eventHours where cell.events > 0 && cell.appKey.hasSameBytes(as: appKey) {
      let place = cell.hour.milliseconds / Self.hour
      last = max(last, place)
      if [.accepted, .sent, .sendFailed].contains(cell.kind) { sends.insert(place) }
    }
    guard let first = sends.min(), let end = sends.max(), end < last else { return nil }
    hours = Int(last - end)
    chance = (end + 1...last).reduce(1.0) { chance, hour in
      let same = stride(from: hour - 24, through: first, by: -24).filter { $0 <= end }
      // As sure as a send on half of one more day would make it.
      let share = (Double(same.count(where: sends.contains)) + 0.5) / Double(same.count + 1)
      return chance * (1 - share)
    }
  }
}

import Prose
import ReceiptModel

/// Whether receipts of an AppKey still came in after its last send: then its sender has stopped, and not its log.
struct StoppedSender {
  /// The start of the hour of the last send, in milliseconds UTC.
  let lastSend: Int64
  /// Hours after the last send until the last event.
  private let hours: Int
  /// The chance of no send below which a sender that is still answered has stopped, and that of no receipt below which
  /// the log has ended.
  static let unlikely = 0.05

  private static let hour: Int64 = 3_600_000

  /// It has stopped if no send in these hours is unlikely.
  ///
  /// Each is compared with the same hours of the days before: at night nobody sends, and answers to the pushes of the
  /// evening come in all the same.
  ///
  /// - Returns: `nil` where its sends may have gone on, or it never sent. A receipt in the hour after the last send says
  ///   nothing: a log may end in the middle of an hour.
  init?(_ appKey: String, _ evidence: Evidence) {
    var (sends, last): (Set<Int64>, Int64) = ([], 0)
    for cell in evidence.eventHours where cell.events > 0 && cell.appKey.hasSameBytes(as: appKey) {
      let place = cell.hour.milliseconds / Self.hour
      last = max(last, place)
      if [.accepted, .sent, .sendFailed].contains(cell.kind) { sends.insert(place) }
    }
    guard let first = sends.min(), let end = sends.max(), end + 1 < last else { return nil }
    lastSend = end * Self.hour
    hours = Int(last - end)
    let chance = (end + 1...last).reduce(1.0) { chance, hour in
      let same = stride(from: hour - 24, through: first, by: -24).filter { $0 <= end }
      // As sure as a send on half of one more day would make it.
      let share = (Double(same.count(where: sends.contains)) + 0.5) / Double(same.count + 1)
      return chance * (1 - share)
    }
    guard chance < Self.unlikely else { return nil }
  }

  /// A finding that nothing comes in, as a note that says why.
  func explaining(_ finding: Finding) -> Finding {
    var note = finding
    note.severity = .info
    note.cause =
      "its sender has stopped: receipts of earlier pushes still came in for \(hours) hours after its last send"
    note.rivals = [
      Rival("its pushes go out under another AppKey now", settledBy: "the AppKeys of the newest sends"),
      Rival(
        "the log of its sends stopped before that of its receipts",
        settledBy: "the log files of these hours"),
    ]
    note.nextStep =
      "ask the sender whether that is meant; if pushes went out, look for the log files of these hours"
    return note
  }
}

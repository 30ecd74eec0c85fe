import ReceiptModel

/// What is added up of one device under one AppKey; a time that nothing tells of is 0, as no event is that old.
struct DeviceSum {
  private(set) var sent = 0
  private(set) var acked = 0
  private(set) var opened = 0
  private(set) var firstSign: Int64 = 0
  private(set) var lastSign: Int64 = 0
  private var lastAnswer: Int64 = 0
  /// When a gateway last took a push.
  private var lastTaken: Int64 = 0
  private var lastDead: Int64 = 0
  private var lastOff: Int64 = 0
  /// Of the latest push that names an app version, with its build.
  private(set) var namedAt: Int64 = 0
  private(set) var build: Int64 = 0
  private(set) var unanswered = 0
  private var firstUnanswered: Int64 = 0
  private var lastUnanswered: Int64 = 0

  mutating func add(_ push: DeviceSign) {
    sent += push.isSent ? 1 : 0
    acked += push.isAcked ? 1 : 0
    opened += push.isOpened ? 1 : 0
    if push.firstSign > 0 { firstSign = firstSign == 0 ? push.firstSign : min(firstSign, push.firstSign) }
    lastSign = max(lastSign, push.lastSign)
    lastAnswer = max(lastAnswer, push.lastAnswer)
    lastTaken = max(lastTaken, push.lastTaken)
    lastDead = max(lastDead, push.deadAt)
    lastOff = max(lastOff, push.offAt)
  }

  /// Takes the build of a push that is later than all before.
  mutating func setBuild(_ build: Int64, at time: Int64) { (self.build, namedAt) = (build, time) }

  /// Adds a push that the extension should answer, once all answers are known.
  mutating func addAwaited(at time: Int64) {
    guard time > lastAnswer else { return }
    unanswered += 1
    firstUnanswered = firstUnanswered == 0 ? time : min(firstUnanswered, time)
    lastUnanswered = max(lastUnanswered, time)
  }

  /// `nil` where it is not known.
  var isMuted: Bool? {
    let isSilent = unanswered >= 10 && lastUnanswered - firstUnanswered >= 12 * 3_600_000
    if lastOff > lastAnswer || isSilent { return true }
    return lastAnswer > 0 ? false : nil
  }

  var tokenState: String? {
    if lastDead > 0, lastDead >= lastTaken { return "dead" }
    return lastTaken > 0 ? "taken" : nil
  }
}

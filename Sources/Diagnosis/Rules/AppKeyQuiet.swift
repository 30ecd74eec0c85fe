import Prose
import ReceiptModel

extension Rule {
  /// An AppKey has no event at all, while others go on.
  ///
  /// An AppKey that had events is judged by its own past: the hours it was active, and the longest pause it made. A
  /// pause more than twice as long as any before, which its activity makes too unlikely, is a warning; a note where receipts
  /// still came in after its last send, so that the sender stopped and not the log, and for an AppKey that nobody
  /// configured where too few were to come in to tell. A configured AppKey that never had an event is a note: most
  /// likely its log is not imported. When all are quiet the log has ended, which `stale` and `too_thin` say.
  package static let appKeyQuiet = Rule(.appKeyQuiet) { evidence in
    guard evidence.isRipe, let window = evidence.scope.window, !window.isEmpty else { return [] }
    let keys = watched(evidence)
    let activities = keys.map { (key: $0, activity: KeyActivity(of: $0, evidence)) }
    guard keys.count == 1 || activities.contains(where: \.activity.isActive) else { return [] }
    return activities.compactMap { key, activity -> Suspicion? in
      if activity.activeHours == 0 {
        return activity.isActive ? nil : neverSeen(key, evidence).map { Suspicion(chance: 0, finding: $0) }
      }
      let hours = Double(window.upperBound - window.lowerBound) / 3_600_000
      // A past shorter than three times the judged days says too little of how often an AppKey pauses.
      guard Double(activity.pastHours) >= 3 * hours else { return nil }
      let chance = activity.chanceOfNone(inHours: hours)
      guard chance < evidence.limits.chance else { return nil }
      guard !activity.isActive else { return Suspicion(chance: 1, finding: nil) }
      return Suspicion(chance: chance, finding: finding(key, activity, evidence))
    }
  }

  /// The AppKeys of the configuration, and those that sent, as far as they are asked about.
  private static func watched(_ evidence: Evidence) -> [String] {
    let asked = Set(evidence.scope.appKeys)
    let known = Set(evidence.configuredKeys).union(
      evidence.cells.filter { $0.counts[.deliveries] > 0 }.map(\.key.appKey))
    return known.filter { asked.isEmpty || asked.contains($0) }
      .sorted { $0.precedesInBytes($1) }
  }

  private static func finding(_ appKey: String, _ activity: KeyActivity, _ evidence: Evidence) -> Finding? {
    // Of some ten pauses one in ten is longer than all the others, and one in a hundred twice as long.
    guard activity.quietHours > 2 * activity.longestGap else { return nil }
    let isConfigured = evidence.configuredKeys.contains { $0.hasSameBytes(as: appKey) }
    let isUndecided =
      LastReceipts(appKey, evidence).map { $0.chanceOfNone >= StoppedSender.unlikely } ?? false
    let finding = Finding(
      .appKeyQuiet, isUndecided && !isConfigured ? .info : .warning, appKey: appKey,
      scope: .of(.note, words: "no event at all"), since: activity.lastSeen,
      cause: """
        its log is no longer exported or imported, or its sender has stopped: before, \(activity.activeHours) of \
        \(activity.pastHours) hours had events, and no pause was longer than \(activity.longestGap) hours
        """,
      rivals: [
        Rival("nothing was sent", settledBy: "the sender's campaigns of these days"),
        Rival("its pushes go out under another AppKey now", settledBy: "the AppKeys of the newest sends"),
      ],
      nextStep: "ask the sender whether pushes went out; if they did, look for the log files of these hours")
    return StoppedSender(appKey, evidence)?.explaining(finding) ?? finding
  }

  /// A configured AppKey without an event in all that was looked at.
  private static func neverSeen(_ appKey: String, _ evidence: Evidence) -> Finding? {
    guard evidence.configuredKeys.contains(appKey) else { return nil }
    let newest = evidence.health.freshness.filter { $0.appKey == appKey }.map(\.newest.milliseconds).max()
    if let newest, let start = evidence.history.first?.start, newest >= start { return nil }
    return Finding(
      .appKeyQuiet, .info, appKey: appKey,
      scope: .of(.note, words: newest == nil ? "no event ever" : "no event for a long time"),
      since: newest.map(Instant.init(milliseconds:)),
      cause: newest == nil
        ? "its log was never imported, or its AppKey in the configuration is wrong"
        : "pushes are no longer sent to the app, or its log has not been imported for a long time",
      rivals: [
        Rival("no push has been sent to the app yet", settledBy: "the console's statistics of the app")
      ],
      nextStep: "compare the AppKey in the configuration with the console, and import its log")
  }
}

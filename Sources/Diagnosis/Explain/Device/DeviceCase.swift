import Glibc
package import ReceiptModel

/// A device under one AppKey as it is judged.
package struct DeviceCase {
  let appKey: String
  /// By when they began.
  let pushes: [DevicePushCase]
  let facts: DeviceAppFacts
  /// How many pushes, under any AppKey, are too old to be looked at.
  let older: Int
  /// Since when its latest token stands for it, where a map of tokens says so.
  let latestToken: Instant?
  let usual: UsualOfDevice
  let settings: ExplainSettings
  let zone: ReportZone

  /// The last event that only the device can cause, under the AppKey or a foreign one.
  let lastAnswer: Instant?
  let lastForeignAnswer: Instant?
  let lastRefusal: (at: Instant, reason: FailureReason)?
  private let takenAt: Instant?
  private let deadAt: Instant?
  private let offAt: Instant?

  init(
    appKey: String, pushes: [DevicePushCase], of story: DeviceStory, settings: ExplainSettings,
    zone: ReportZone
  ) {
    self.appKey = appKey
    self.pushes = pushes
    facts = story.apps[appKey] ?? DeviceAppFacts()
    older = story.older
    latestToken = story.latestToken
    self.settings = settings
    self.zone = zone
    usual = UsualOfDevice(facts.usual, without: pushes)
    lastForeignAnswer = pushes.flatMap(\.foreignAnswers).map(\.at).max()
    lastAnswer = [pushes.flatMap(\.answers).map(\.at).max(), lastForeignAnswer].compactMap { $0 }.max()
    lastRefusal =
      pushes.compactMap { push in push.refusals.last.map { (push, $0.at) } }
      .max { ($0.1, $0.0.messageID) < ($1.1, $1.0.messageID) }
      .flatMap { push, at in push.reason.map { (at, $0) } }
    takenAt = pushes.compactMap(\.takenAt).max()
    deadAt = pushes.compactMap { $0.failed(for: [.tokenDead, .uninstalled]) }.max()
    offAt = pushes.compactMap { $0.failed(for: [.notificationsOff]) }.max()
  }

  /// The cases of a device: one for each AppKey that pushes to it, or whose app was opened on it, by the AppKeys' bytes.
  package static func all(
    of story: DeviceStory, _ settings: ExplainSettings, in zone: ReportZone
  ) -> [DeviceCase] {
    var pushes: [String: [DevicePushCase]] = [:]
    for push in story.pushes {
      for delivery in DeliveryCase.all(of: push, settings) {
        guard let push = DevicePushCase(push.messageID, delivery) else { continue }
        pushes[delivery.story.appKey, default: []].append(push)
      }
    }
    let opened = story.apps.filter { $0.value.opens != nil }.map(\.key)
    return Set(pushes.keys).union(opened).sorted { $0.precedesInBytes($1) }.map { app in
      DeviceCase(appKey: app, pushes: pushes[app] ?? [], of: story, settings: settings, zone: zone)
    }
  }

  /// Whether the latest word is that its token is dead, as `token_state` of the view `devices` has it.
  var isTokenDead: Bool { deadAt.map { $0 >= takenAt ?? $0 } ?? false }

  /// Whether a vendor said after its last answer that notifications are off.
  var areNotificationsOff: Bool { offAt.map { off in lastAnswer.map { off > $0 } ?? true } ?? false }

  /// Whether nothing was taken since the last refusal.
  var isRefused: Bool { lastRefusal.map { $0.at >= takenAt ?? $0.at } ?? false }

  /// Pushes that the extension should have answered, sent since the device last answered anything.
  var unanswered: [DevicePushCase] {
    pushes.filter { push in
      push.isAwaited && (lastAnswer.map { push.sentAt ?? $0 > $0 } ?? true)
    }
  }

  /// Whether it answers none of its pushes although chance would let it answer some.
  ///
  /// As `DevicesMuted` judges devices, but with each push by the ack rate of its own build.
  var isSilent: Bool {
    let silence = unanswered
    let sends = silence.compactMap(\.sentAt)
    guard silence.count >= settings.limits.mutedPushes, let first = sends.min(), let last = sends.max() else {
      return false
    }
    return last.milliseconds - first.milliseconds >= DeviceBuild.spread
      && usual.chance(ofNoAck: silence) <= settings.limits.chance
  }

  /// Whether it is muted, as far as anybody can tell; `nil` when nobody can.
  var isMuted: Bool? { areNotificationsOff || isSilent ? true : lastAnswer.map { _ in false } }

  /// The app version of its latest push that names one.
  var appVersion: String { pushes.last { !$0.appVersion.isEmpty }?.appVersion ?? "" }

  /// Pushes to its present build that the extension should have acked.
  var awaitedOfBuild: [DevicePushCase] { pushes.filter { $0.isAwaited && $0.appVersion == appVersion } }

  /// Whether no ack came from its present build, although chance or the build itself does not explain that.
  var lacksAcks: Bool {
    let awaited = awaitedOfBuild
    guard !awaited.isEmpty, !awaited.contains(where: { $0.delivery.story.has(.extAck) }) else { return false }
    return usual.silentBuild(appVersion, settings.limits) != nil
      || usual.chance(ofNoAck: awaited) <= settings.limits.chance
  }

  var sentPushes: [DevicePushCase] { pushes.filter { $0.sentAt != nil } }

  /// How many pushes of its AppKey it should have got since its last, at its share of them before; `nil` without a past.
  ///
  /// The time of its pushes begins with one of them, which so says nothing of how often they come.
  var expectedSince: Double? {
    guard facts.sendsMeanwhile > 0, sentPushes.count > 1 else { return nil }
    return Double(sentPushes.count - 1) * Double(facts.sendsSince) / Double(facts.sendsMeanwhile)
  }

  /// Whether it got no push for so long that chance does not explain it.
  var isPassedOver: Bool {
    // The chance of none where so many are expected.
    expectedSince.map { exp(-$0) <= settings.limits.chance } ?? false
  }
}

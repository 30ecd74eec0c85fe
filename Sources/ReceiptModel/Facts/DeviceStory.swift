/// What a ledger holds of one device.
package struct DeviceStory: Sendable {
  package var deviceID: String
  /// Its pushes under all AppKeys, by when they began; the last of each AppKey with what surrounds them.
  package var pushes: [PushStory]
  /// How many pushes before these the ledger holds, too.
  package var older: Int
  /// Since when its latest token stands for it, by a map of tokens; `nil` without one.
  package var latestToken: Instant?
  /// By AppKey, what else is known.
  package var apps: [String: DeviceAppFacts]

  package init(
    deviceID: String, pushes: [PushStory] = [], older: Int = 0, latestToken: Instant? = nil,
    apps: [String: DeviceAppFacts] = [:]
  ) {
    self.deviceID = deviceID
    self.pushes = pushes
    self.older = older
    self.latestToken = latestToken
    self.apps = apps
  }

  /// How many of the last pushes under an AppKey are told one by one.
  package static let shownPushes = 10
}

/// What a ledger knows of a device under one AppKey beside its pushes.
package struct DeviceAppFacts: Sendable {
  /// Opens of the app that name no push.
  package var opens: AppOpens?
  /// What pushes of the AppKey to all devices came to lately; `nil` when there were none.
  package var usual: UsualAnswers?
  /// Pushes of the AppKey to all devices while it had this one among them, from the hour of its first to that of its last.
  package var sendsMeanwhile = 0
  /// The same in the hours after that.
  package var sendsSince = 0

  package init() {}
}

/// Opens of an app on one device.
package struct AppOpens: Equatable, Sendable {
  package var count: Int
  package var first: Instant
  package var last: Instant

  package init(count: Int, first: Instant, last: Instant) {
    self.count = count
    self.first = first
    self.last = last
  }
}

/// What the pushes of an AppKey came to in some days, by app version.
package struct UsualAnswers: Sendable {
  package var from: Instant
  /// Excluded.
  package var to: Instant
  /// Unknown versions under the empty one.
  package var versions: [String: Counts]

  package init(from: Instant, to: Instant, versions: [String: Counts]) {
    self.from = from
    self.to = to
    self.versions = versions
  }
}

extension UsualAnswers {
  /// Those that it is made of; the others are 0.
  package static let counters: [Count] = [
    .sent, .sendFailed, .ackEligible, .eligibleAcked, .opened, .measurable, .measurableConfirmed,
  ]
}

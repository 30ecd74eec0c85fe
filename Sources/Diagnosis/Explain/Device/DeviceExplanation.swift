package import Prose
package import ReceiptModel

/// What is said about one device.
package struct DeviceExplanation: Sendable {
  package var deviceID: String
  /// One for each AppKey that pushes to it, or whose app was opened on it, by the AppKeys' bytes.
  package var apps: [DeviceAppExplanation]
}

/// What is said about a device under one AppKey.
package struct DeviceAppExplanation: Sendable {
  package var appKey: String
  package var verdict: DeviceVerdict
  /// What the verdict rests on, in sentences without a full stop.
  package var grounds: [Phrase]
  package var rivals: [Rival]
  /// What to do first; `nil` when there is nothing to do.
  package var nextStep: Phrase?
  package var firstSign: SignOfLife?
  package var lastSign: SignOfLife?
  package var totals: DeviceTotals
  /// `nil` when nobody can tell.
  package var isMuted: Bool?
  /// `dead` or `taken`, by the latest word of a gateway; `nil` without one.
  package var tokenState: String?
  /// Its last pushes, the last first.
  package var lastPushes: [ExplainedPush]
  /// The last first.
  package var builds: [DevicePeriod<DeviceBuildName>]
  /// The last first.
  package var channels: [DevicePeriod<DeviceChannelName>]
  /// `nil` when the AppKey sent nothing in the last days.
  package var comparison: DeviceComparison?
  /// Those that concern its last pushes; `nil` where it got none.
  package var findings: ConcernedFindings?
}

/// An event that only the device can cause.
package struct SignOfLife: Equatable, Sendable {
  package var at: Instant
  /// `nil` for an open of the app that names no push.
  package var kind: EventKind?
}

/// How many pushes to a device there were, and what became of them.
package struct DeviceTotals: Equatable, Sendable {
  package var pushes = 0
  package var sent = 0
  package var refused = 0
  package var acked = 0
  package var opened = 0
}

/// A push to a device, and what became of it.
package struct ExplainedPush: Sendable {
  package var messageID: String
  package var begunAt: Instant
  package var fate: [Phrase]
  package var ackLatency: Int64?
  package var openLatency: Int64?
  package var reason: (code: String, text: String, meaning: String?)?
  package var explanation: DeliveryExplanation
}

package struct DeviceBuildName: Hashable, Sendable {
  package var appVersion: String
  package var osVersion: String
  package var brand: String
  package var networkType: String
}

package struct DeviceChannelName: Hashable, Sendable {
  package var platform: String
  package var channel: String
}

/// From when to when pushes to a device found something there, such as a build.
package struct DevicePeriod<Name: Hashable & Sendable>: Sendable {
  package var name: Name
  package var pushes: Int
  package var first: Instant
  package var last: Instant
}

/// A device's pushes of the last days beside those to others.
package struct DeviceComparison: Sendable {
  /// Of the others; empty where those of all versions are compared.
  package var appVersion: String
  package var from: Instant
  /// Excluded.
  package var to: Instant
  package var rates: [RateAgainstOthers]
}

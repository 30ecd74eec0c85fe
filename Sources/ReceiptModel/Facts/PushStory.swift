/// Everything a ledger holds of one message on one device, under every AppKey.
package struct PushStory: Equatable, Sendable {
  package var messageID: String
  package var deviceID: String
  /// One for each AppKey, in the order of the AppKeys' bytes.
  package var deliveries: [DeliveryStory]
  /// Whether any AppKey sent the message to another device: then a missing send is of this device only.
  package var isSentToOthers: Bool

  package init(
    messageID: String, deviceID: String, deliveries: [DeliveryStory], isSentToOthers: Bool = false
  ) {
    self.messageID = messageID
    self.deviceID = deviceID
    self.deliveries = deliveries
    self.isSentToOthers = isSentToOthers
  }
}

/// An event of a push on a device.
package struct PushEvent: Hashable, Sendable {
  package var appKey: String
  package var kind: EventKind
  /// The log's own word, for kind other only; else empty.
  package var rawType: String
  package var at: Instant
  /// The logs that tell it, with commas between; empty when nothing says which.
  package var toldBy: String
  /// Whether it is here by a link only: those logs tell it under a name of their own.
  package var isLinked: Bool

  package init(
    appKey: String, kind: EventKind, rawType: String = "", at: Instant, toldBy: String = "",
    isLinked: Bool = false
  ) {
    self.appKey = appKey
    self.kind = kind
    self.rawType = rawType
    self.at = at
    self.toldBy = toldBy
    self.isLinked = isLinked
  }
}

/// One delivery: a message on a device under one AppKey.
package struct DeliveryStory: Equatable, Sendable {
  package var appKey: String
  /// All of them, repeats too.
  package var events: [PushEvent]
  package var traits: DeliveryTraits
  /// What else the ledger holds that bears on it; `nil` when that was not looked up.
  package var surroundings: DeliverySurroundings?
  /// What the extension's own log says of its runs.
  package var runs: [ExtensionExecution]
  /// Why settled sends and arrivals of the same message and AppKey failed, on any device; among its first deliveries where
  /// it has many.
  package var messageFailures: [FailureCell] = []

  package init(
    appKey: String, events: [PushEvent], traits: DeliveryTraits = DeliveryTraits(),
    surroundings: DeliverySurroundings? = nil, runs: [ExtensionExecution] = []
  ) {
    self.appKey = appKey
    self.events = events
    self.traits = traits
    self.surroundings = surroundings
    self.runs = runs
  }
}

/// What is known of a delivery's device and way; texts are empty when unknown.
package struct DeliveryTraits: Equatable, Sendable {
  package var platform = ""
  package var channel = ""
  package var jobKey = ""
  package var appVersion = ""
  package var osVersion = ""
  package var brand = ""
  package var networkType = ""
  /// Of the earliest failure.
  package var reasonCode = ""
  /// Of the earliest failure.
  package var reasonText = ""
  /// Whether an extension receipt can be expected: iOS, or the channel apns, and neither payload nor channel speaks
  /// against it.
  package var isAckEligible = false
  /// Whether the device can run an extension, whatever is known of payload and channel.
  package var runsExtension = false
  /// What is known of its payloads and push types.
  package var payload = PayloadStory()
  /// Whether an arrival is the device's word and not the gateway's.
  package var arrivalIsEvidence = false

  package init() {}
}

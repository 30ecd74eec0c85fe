/// What else a ledger holds that bears on one delivery; each part is `nil` when it was not looked up.
package struct DeliverySurroundings: Equatable, Sendable {
  /// Of the same message and AppKey: settled ack-eligible sends by build, up to a limit.
  package var message: [BuildAcks]?
  /// Whether `message` is all there are, and not the first of many.
  package var isWholeMessage: Bool
  /// Of all messages of the AppKey in the days around, this message included: settled sends by build.
  package var around: [BuildAcks]?
  /// Other pushes of the AppKey to the same device around this one, by when they were sent.
  package var device: [DevicePush]?
  /// How far before and after this push `device` reaches, milliseconds.
  package var deviceReach: Int64

  package init(
    message: [BuildAcks]? = nil, isWholeMessage: Bool = true, around: [BuildAcks]? = nil,
    device: [DevicePush]? = nil, deviceReach: Int64 = 0
  ) {
    self.message = message
    self.isWholeMessage = isWholeMessage
    self.around = around
    self.device = device
    self.deviceReach = deviceReach
  }
}

/// The ack-eligible sends of one app version on one OS version, and how many of them were acked.
package struct BuildAcks: Equatable, Sendable {
  /// Empty when unknown.
  package var appVersion: String
  /// Empty when unknown.
  package var osVersion: String
  package var rate: Rate

  package init(appVersion: String, osVersion: String, rate: Rate) {
    self.appVersion = appVersion
    self.osVersion = osVersion
    self.rate = rate
  }

  /// Both versions, which tell builds apart.
  package var versions: [String] { [appVersion, osVersion] }
}

extension [BuildAcks] {
  /// The rates by the versions of builds, of which a log may have thousands.
  package var rates: [[String]: Rate] {
    reduce(into: [:]) { $0[$1.versions, default: Rate(0, of: 0)].add($1.rate) }
  }
}

/// Another push to the same device.
package struct DevicePush: Equatable, Sendable {
  package var messageID: String
  /// First send.
  package var sentAt: Instant
  /// First ack; `nil` without one.
  package var ackedAt: Instant?
  /// The ack's time minus that of the latest send not after it, milliseconds.
  package var ackLatency: Int64?
  /// The first event that comes from the device itself, an ack or another; `nil` without one.
  package var firstWord: Instant?
  package var isAckEligible: Bool

  package init(
    messageID: String, sentAt: Instant, ackedAt: Instant? = nil, ackLatency: Int64? = nil,
    firstWord: Instant? = nil, isAckEligible: Bool = true
  ) {
    self.messageID = messageID
    self.sentAt = sentAt
    self.ackedAt = ackedAt
    self.ackLatency = ackLatency
    self.firstWord = firstWord
    self.isAckEligible = isAckEligible
  }
}

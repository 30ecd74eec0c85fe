/// An ack-eligible delivery that was sent, as it comes when the deliveries of one device stand together.
package struct DeviceDelivery: Equatable, Sendable {
  package var appKey: String
  /// Whether another device, or another AppKey, begins here.
  package var startsDevice: Bool
  /// The message, as a number that is good for telling messages apart.
  package var message: Int64
  package var appVersion: String
  package var osVersion: String
  package var networkType: String
  /// Deliveries with the same number agree in AppKey, versions and network type; `nil` where they have none.
  package var origin: Int?
  /// First send, milliseconds UTC.
  package var sentAt: Int64
  /// First ack; `nil` without one.
  package var ackedAt: Int64?
  /// The ack's time minus that of the latest send not after it.
  package var ackLatency: Int64?
  package var isOpened: Bool
  /// Whether there is any evidence from the device.
  package var isConfirmed: Bool
  /// Acks after the first.
  package var furtherAcks: [Int64]
  /// Whether nobody acked the message, though it went to too many for that to be chance: it says nothing of a device.
  package var isOfUnackedMessage: Bool

  package init(
    appKey: String, startsDevice: Bool, message: Int64, appVersion: String = "", osVersion: String = "",
    networkType: String = "", origin: Int? = nil, sentAt: Int64, ackedAt: Int64? = nil,
    ackLatency: Int64? = nil, isOpened: Bool = false, isConfirmed: Bool = false, furtherAcks: [Int64] = [],
    isOfUnackedMessage: Bool = false
  ) {
    self.appKey = appKey
    self.startsDevice = startsDevice
    self.message = message
    self.appVersion = appVersion
    self.osVersion = osVersion
    self.networkType = networkType
    self.origin = origin
    self.sentAt = sentAt
    self.ackedAt = ackedAt
    self.ackLatency = ackLatency
    self.isOpened = isOpened
    self.isConfirmed = isConfirmed
    self.furtherAcks = furtherAcks
    self.isOfUnackedMessage = isOfUnackedMessage
  }
}

package import ReceiptModel

/// One event as a log would report it, before it is given a shape.
///
/// Texts are indices into `Words`, 0 for empty, so that millions of these cost no allocation.
package struct SimulatedEvent: Equatable, Sendable {
  /// `event_time`: when it happened, by the clock that stamped it.
  package var time: Instant
  /// `__time__`, written in whole seconds: when it happened, by the server's clock.
  package var logTime: Instant
  package var lastActive: Instant?
  package var appKey: UInt64
  /// 17 digits; `messageText` is how the log writes it.
  package var messageID: UInt64
  /// 18 digits; only where a device maker's service took the push.
  package var vendorMessageID: UInt64?
  /// `nil` where the sender logs none; `deviceID` is how the log writes it.
  package var device: DeviceKey?
  package var type: EventType
  package var platform: Platform
  package var channel: Channel
  package var version: AppVersion?
  var address: UInt16
  var osVersion: UInt8
  var brand: UInt8
  var network: UInt8
  var isp: UInt8
  var jobKey: UInt8
  var reason: UInt8 = 0
  /// Whether its line stands in the log without the AppKey, so that nothing can be made of it.
  package var isBroken = false
  /// Which try of the extension an ack is of, from 1; 0 for other events.
  ///
  /// No log says it; it is here for tests of what can be concluded without it.
  package var attempt: UInt8 = 0

  /// Whether its ids have any form.
  var hasAnyIDs = false
  /// Whether its record leaves out the fields that say nothing.
  var leavesOutFields = false
  /// Whether its record may be of another source.
  var isOfSources = false

  /// Whether its record is of another source than receipts, where one tells of its kind.
  var isOfOtherSource: Bool { isOfSources && !isBroken && device != nil }
  /// Whether its record is of something that is no push.
  var isNoPush: Bool { isOfOtherSource && type == .smsSent }

  /// Whether its record is like every other.
  var isTidy: Bool { !hasAnyIDs && !leavesOutFields && !isOfSources }

  /// The device id as the log has it.
  package var deviceID: String {
    guard let device else { return "" }
    return (hasAnyIDs ? IDForm(of: device.high) : .usual).text(of: device)
  }

  /// The message id as the log has it.
  package var messageText: String {
    (hasAnyIDs ? IDForm(of: messageID) : .usual).text(ofMessage: messageID)
  }

  package var reasonText: String { Words.reasons[Int(reason)] }
  package var networkText: String { Words.networks[Int(network)] }
  package var jobKeyText: String { Words.jobKeys[Int(jobKey)] }
}

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
  /// 17 digits.
  package var messageID: UInt64
  /// 18 digits; only where a device maker's service took the push.
  package var vendorMessageID: UInt64?
  /// 32 hexadecimal digits; `nil` where the sender logs none.
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

  /// The device id as the log has it.
  package var deviceID: String {
    guard let device else { return "" }
    var bytes = [UInt8](repeating: 0, count: 32)
    Digits.fillHexadecimal(high: device.high, low: device.low, endOf: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package var reasonText: String { Words.reasons[Int(reason)] }
  package var networkText: String { Words.networks[Int(network)] }
  package var jobKeyText: String { Words.jobKeys[Int(jobKey)] }
}

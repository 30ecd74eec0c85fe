import ReceiptModel

/// Turns events into the bytes of a log in one shape.
///
/// Appends to the caller's buffer, which the caller empties when it likes; the bytes of all calls together, `finish`
/// last, are the log.
package struct LogWriter: Sendable {
  package let shape: LogShape
  private let template: RecordTemplate
  /// Records written so far.
  package private(set) var count = 0

  package init(shape: LogShape) {
    self.shape = shape
    template = RecordTemplate(shape)
  }

  /// Appends one record with what belongs before it.
  package mutating func append(_ event: SimulatedEvent, to buffer: inout [UInt8]) {
    appendOpening(to: &buffer)
    for hole in template.holes {
      buffer.append(contentsOf: hole.before)
      append(hole, of: event, to: &buffer)
    }
    buffer.append(contentsOf: template.end)
    if shape.pageSize == nil { buffer.append(0x0A) }
    count += 1
  }

  /// Appends what ends the log. Call it once, also for a log without events.
  package mutating func finish(to buffer: inout [UInt8]) {
    if count == 0 { appendStart(to: &buffer) }
    guard shape.pageSize != nil else { return }
    buffer.append(0x5D)
    if shape == .dataEnvelope { buffer.append(0x7D) }
    buffer.append(0x0A)
  }

  private func appendOpening(to buffer: inout [UInt8]) {
    guard count > 0 else { return appendStart(to: &buffer) }
    guard let pageSize = shape.pageSize else { return }
    if count % pageSize == 0 {
      buffer.append(contentsOf: [0x5D, 0x0A, 0x5B])
    } else {
      buffer.append(0x2C)
      buffer.append(shape.isFromPython ? 0x20 : 0x0A)
    }
  }

  private func appendStart(to buffer: inout [UInt8]) {
    if shape.delimiter != nil {
      buffer.append(contentsOf: RecordTemplate.header(shape))
      buffer.append(0x0A)
    }
    if shape == .dataEnvelope { buffer.append(contentsOf: #"{"meta":{"progress":"Complete"},"data":"#.utf8) }
    if shape.pageSize != nil { buffer.append(0x5B) }
  }

  private func append(_ hole: RecordTemplate.Hole, of event: SimulatedEvent, to buffer: inout [UInt8]) {
    switch hole.field {
    case .logTime:
      Digits.append(UInt64(event.logTime.milliseconds / 1_000), to: &buffer)
    case .receiveTime:
      Digits.append(UInt64(event.logTime.milliseconds / 1_000 + 1), to: &buffer)
    case .nanoseconds:
      Digits.append(UInt64(event.logTime.milliseconds % 1_000 * 1_000_000), to: &buffer)
    case .appKey: Digits.append(event.appKey, to: &buffer)
    case .messageID: Digits.append(event.messageID, to: &buffer)
    case .eventTime: Digits.append(UInt64(event.time.milliseconds), to: &buffer)
    case .deviceID:
      guard let device = event.device else { return }
      Digits.appendHexadecimal(device.high, to: &buffer)
      Digits.appendHexadecimal(device.low, to: &buffer)
    case .lastActive:
      guard let time = event.lastActive else { return }
      Digits.append(UInt64(time.milliseconds), to: &buffer)
    case .vendorMessageID:
      guard event.vendorMessageID != 0 else { return }
      Digits.append(event.vendorMessageID, to: &buffer)
    case .appVersion:
      guard let version = event.version else { return }
      Digits.append(UInt64(version.major), to: &buffer)
      buffer.append(0x2E)
      Digits.append(UInt64(version.minor), to: &buffer)
      buffer.append(0x2E)
      Digits.append(UInt64(version.patch), to: &buffer)
    case .eventType: buffer.append(contentsOf: hole.words[Int(event.type.rawValue)])
    case .deviceType, .os: buffer.append(contentsOf: hole.words[Int(event.platform.rawValue)])
    case .channel: buffer.append(contentsOf: hole.words[Int(event.channel.rawValue)])
    case .address: buffer.append(contentsOf: hole.words[Int(event.address)])
    case .brand: buffer.append(contentsOf: hole.words[Int(event.brand)])
    case .network: buffer.append(contentsOf: hole.words[Int(event.network)])
    case .osVersion: buffer.append(contentsOf: hole.words[Int(event.osVersion)])
    case .isp: buffer.append(contentsOf: hole.words[Int(event.isp)])
    case .jobKey: buffer.append(contentsOf: hole.words[Int(event.jobKey)])
    case .reason: buffer.append(contentsOf: hole.words[Int(event.reason)])
    case .topic, .source, .owner: preconditionFailure("a fixed field leaves no hole")
    }
  }
}

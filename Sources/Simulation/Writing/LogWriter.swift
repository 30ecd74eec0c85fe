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
    if event.isTidy {
      for hole in template.holes {
        append(hole, of: event, to: &buffer)
      }
      buffer.append(contentsOf: template.bytes[template.end])
    } else {
      appendPlain(event, to: &buffer)
    }
    if shape.pageSize == nil { buffer.append(0x0A) }
    count += 1
  }

  /// Appends what ends the log.
  ///
  /// Call it once, also for a log without events.
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
    if let firstWord = hole.firstWord, let word = hole.field.word(of: event) {
      return buffer.append(contentsOf: template.word(firstWord + word))
    }
    switch hole.field {
    case .logTime: append(event.logTime.milliseconds / 1_000, in: hole, to: &buffer)
    case .receiveTime: append(event.logTime.milliseconds / 1_000 + 1, in: hole, to: &buffer)
    case .nanoseconds: append(event.logTime.milliseconds % 1_000 * 1_000_000, in: hole, to: &buffer)
    case .appKey: append(event.isBroken ? nil : Int64(event.appKey), in: hole, to: &buffer)
    case .messageID: append(Int64(event.messageID), in: hole, to: &buffer)
    case .eventTime: append(event.time.milliseconds, in: hole, to: &buffer)
    case .lastActive: append(event.lastActive?.milliseconds, in: hole, to: &buffer)
    case .vendorMessageID: append(event.vendorMessageID.map(Int64.init), in: hole, to: &buffer)
    case .deviceID:
      appendRoom(event.device == nil ? 0 : 32, in: hole, to: &buffer)
      guard let device = event.device else { return }
      NumberBytes.fillHexadecimal(high: device.high, low: device.low, endOf: &buffer)
    case .appVersion:
      append((event.version?.major).map(Int64.init), in: hole, to: &buffer)
      guard let version = event.version else { return }
      buffer.append(0x2E)
      NumberBytes.append(UInt64(version.minor), to: &buffer)
      buffer.append(0x2E)
      NumberBytes.append(UInt64(version.patch), to: &buffer)
    default: preconditionFailure("a field without words is a number or an id")
    }
  }

  /// Appends the fixed bytes of a hole and a number, or nothing behind them.
  private func append(_ number: Int64?, in hole: RecordTemplate.Hole, to buffer: inout [UInt8]) {
    guard let number else { return appendRoom(0, in: hole, to: &buffer) }
    appendRoom(NumberBytes.count(UInt64(number)), in: hole, to: &buffer)
    NumberBytes.fill(UInt64(number), endOf: &buffer)
  }

  private func appendRoom(_ digits: Int, in hole: RecordTemplate.Hole, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: template.bytes[hole.before.lowerBound..<hole.before.upperBound + digits])
  }
}

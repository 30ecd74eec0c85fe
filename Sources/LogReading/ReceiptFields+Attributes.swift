import ReceiptModel

/// Puts together the attribute groups of an event, each the values of its fields ended by NUL bytes.
struct ReceiptAttributes {
  /// Four values of the greatest length, and room for copying by words.
  private var buffer = [UInt8](repeating: 0, count: 4 * (ReceiptAttributes.valueLimit + 1) + 8)

  /// Bytes kept of a value.
  private static let valueLimit = 1024

  mutating func context(
    _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>, _ run: inout EventRun
  ) -> UInt32 {
    var end = 0
    for byte in "alibaba\0".utf8 {
      buffer[end] = byte
      end += 1
    }
    append(fields[.deviceType], bytes, &end)
    append(fields[.eventChannel], bytes, &end)
    append(fields[.jobKey], bytes, &end)
    return run.groups[AttributeGroup.context.rawValue].intern(buffer.span, 0..<end)
  }

  mutating func build(
    _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>, _ run: inout EventRun
  ) -> UInt32 {
    var end = 0
    append(fields[.appVersion], bytes, &end)
    append(fields[.os], bytes, &end)
    append(fields[.osVersion], bytes, &end)
    append(fields[.brand], bytes, &end)
    return run.groups[AttributeGroup.build.rawValue].intern(buffer.span, 0..<end)
  }

  mutating func network(
    _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>, _ run: inout EventRun
  ) -> UInt32 {
    var end = 0
    append(fields[.networkType], bytes, &end)
    append(fields[.isp], bytes, &end)
    return run.groups[AttributeGroup.network.rawValue].intern(buffer.span, 0..<end)
  }

  mutating func reason(_ value: FieldValue, _ bytes: Span<UInt8>, _ run: inout EventRun) -> UInt32 {
    var end = 0
    append(value, bytes, &end)
    return run.groups[AttributeGroup.reason.rawValue].intern(buffer.span, 0..<end)
  }

  /// Adds a value and its NUL to the group, cut at 1 KiB before a character that would not fit.
  private mutating func append(_ value: FieldValue, _ bytes: Span<UInt8>, _ end: inout Int) {
    if !value.isAbsent(in: bytes) {
      let range = value.range
      var upper = range.upperBound
      if range.count > Self.valueLimit {
        upper = range.lowerBound + Self.valueLimit
        while bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
      }
      var target = buffer.mutableSpan
      end = target.copy(bytes, range.lowerBound..<upper, to: end)
    }
    buffer[end] = 0
    end += 1
  }
}

import ReceiptModel

/// What the values of ids have to be, whoever wrote the record.
extension ReceiptFields {
  private static let idLimit = 256

  /// The entry of a required id that an earlier line had.
  ///
  /// It was checked then, and nothing in its bytes has changed since, so finding it is all the check it needs; but a
  /// cell of CSV may be damaged that in JSON is not.
  ///
  /// - Returns: `nil` for an id that is new and good.
  @inline(__always)
  func knownID(
    _ field: ReceiptField, _ bytes: Span<UInt8>, in known: ByteDictionary
  ) throws(Rejection) -> UInt32? {
    if isText(field), let entry = known.entry(bytes, self[field].range) {
      if isFromCSV { try checkForDamage(self[field].range, field, bytes) }
      return entry
    }
    try checkID(field, bytes)
    return nil
  }

  /// Whether a value is judged by its bytes alone: a number is more than its digits.
  @inline(__always)
  func isText(_ field: ReceiptField) -> Bool { self[field].form == .text }

  func checkID(_ field: ReceiptField, _ bytes: Span<UInt8>) throws(Rejection) {
    let value = self[field]
    guard !value.isAbsent(in: bytes) else { throw Rejection(.missingField, field: field) }
    try check(value, field, bytes)
  }

  /// The device id when it is 32 lower-case hexadecimal digits, which are good in every way.
  @inline(__always)
  func packedDevice(_ bytes: Span<UInt8>) -> DeviceKey? {
    let range = self[.deviceID].range
    guard range.count == 32, isText(.deviceID) else { return nil }
    return DeviceKey(hexadecimal: bytes, at: range.lowerBound)
  }

  /// The device id, empty when the sender logged none.
  func device(_ bytes: Span<UInt8>) throws(Rejection) -> Range<Int> {
    let value = self[.deviceID]
    if value.isAbsent(in: bytes) { return 0..<0 }
    try check(value, .deviceID, bytes)
    return value.range
  }

  /// Refuses an attribute that is neither text nor number.
  func checkAttributes() throws(Rejection) {
    for slot in ReceiptField.deviceType.slot...ReceiptField.reason.slot
    where self[slot: slot].form == .unsuitable {
      throw Rejection(.badType, field: ReceiptField.allCases.first { $0.slot == slot })
    }
  }

  /// An id is text, kept as it is, blanks at its ends too; or a number that is nothing but digits: `1e5` and `1.0` are not
  /// what the sender wrote.
  func check(_ value: FieldValue, _ field: ReceiptField?, _ bytes: Span<UInt8>) throws(Rejection) {
    let range = value.range
    switch value.form {
    case .absent, .unsuitable: throw Rejection(.badType, field: field)
    case .number: guard Self.isPlainNumber(bytes, range) else { throw Rejection(.badType, field: field) }
    case .text: break
    }
    guard range.count <= Self.idLimit else { throw Rejection(.idTooLong, field: field) }
    guard !bytes.hasControl(in: range) else { throw Rejection(.controlCharacter, field: field) }
    // A word with a blank before it is no other word, and what it was meant to be is not said.
    let space = UInt8(ascii: " ")
    if field == .eventType, bytes[range.lowerBound] == space || bytes[range.upperBound - 1] == space {
      throw Rejection(.badType, field: field)
    }
    if isFromCSV { try checkForDamage(range, field, bytes) }
  }

  private func checkForDamage(
    _ range: Range<Int>, _ field: ReceiptField?, _ bytes: Span<UInt8>
  ) throws(Rejection) {
    if SpreadsheetDamage.isVisible(bytes, range) { throw Rejection(.spreadsheetRounded, field: field) }
  }

  /// Digits that make a value below 2^63.
  static func isPlainNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count <= 19 else { return false }
    var value: UInt64 = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      value = value * 10 + UInt64(digit)
    }
    return value <= UInt64(Int64.max)
  }
}

extension EventBatch {
  /// The key of a device id that stands in `range`.
  mutating func key(of device: Range<Int>, _ bytes: Span<UInt8>) -> DeviceKey {
    if device.count == 32, let key = DeviceKey(hexadecimal: bytes, at: device.lowerBound) { return key }
    return deviceKey(text: bytes, device)
  }
}

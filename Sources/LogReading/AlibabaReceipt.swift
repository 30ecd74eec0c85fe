import ReceiptModel

/// Turns the values of one record of the Alibaba push receipt log into an event.
struct AlibabaReceipt {
  private let assumedOffsetMinutes: Int
  private var types: EventTypes
  private var ruleCounts = InlineArray<7, Int>(repeating: 0)
  private var first = Int64.max
  private var last = Int64.min
  private let topic = Literal(Self.topicName)

  private static let topicName: StaticString = "cps_callback_event"
  private static let idLimit = 256

  init(options: ReadOptions) {
    assumedOffsetMinutes = options.assumedOffsetMinutes
    types = EventTypes(aliases: options.aliases)
  }

  var unknownTypes: NameCounts { types.unknown }
  var firstTime: Instant? { first <= last ? Instant(milliseconds: first) : nil }
  var lastTime: Instant? { first <= last ? Instant(milliseconds: last) : nil }

  /// How many times were read by which rule.
  var timeRules: [TimeRule: Int] {
    var result: [TimeRule: Int] = [:]
    for (index, rule) in TimeRule.allCases.enumerated() where ruleCounts[index] > 0 {
      result[rule] = ruleCounts[index]
    }
    return result
  }

  /// Adds the event that `fields` describe to `run`, or refuses the record.
  ///
  /// - Parameter bytes: valid UTF-8 without NUL, into which the ranges of `fields` point.
  mutating func append(
    _ fields: borrowing ReceiptFields, of bytes: Span<UInt8>, file: UInt32, to run: inout EventRun
  ) throws(Rejection) {
    let topic = fields[.topic]
    if topic.form != .absent, !topic.range.isEmpty, !isOurs(topic.range, bytes) {
      throw Rejection(.wrongTopic, field: .topic)
    }
    let app = try knownID(.appKey, fields, bytes, in: run.appKeys)
    let message = try knownID(.messageID, fields, bytes, in: run.messageIDs)
    let packed = packedDevice(fields, bytes)
    let device = packed == nil ? try device(fields, bytes) : 0..<0
    let type = fields[.eventType].range
    let knownKind = hasPlainText(.eventType, fields) ? types.known(bytes, type) : nil
    if knownKind == nil { try checkID(.eventType, fields, bytes) }
    let time = try time(fields, bytes)
    if fields.mayBeUnsuitable { try checkAttributes(fields) }

    let kind = knownKind ?? types.learn(bytes, type)
    let detail: UInt32
    if kind == .other {
      types.countUnknown(bytes, type)
      detail = run.rawTypes.intern(bytes, type)
    } else {
      detail = fields.reason(of: kind, bytes, &run)
    }
    run.events.append(
      RunEvent(
        device: packed ?? key(of: device, bytes, &run), time: time.milliseconds,
        message: message ?? run.messageIDs.intern(bytes, fields[.messageID].range),
        app: app ?? run.appKeys.intern(bytes, fields[.appKey].range), context: fields.context(bytes, &run),
        build: fields.build(bytes, &run), network: fields.network(bytes, &run), detail: detail, file: file,
        kind: kind))
    ruleCounts[time.rule.index] += 1
    first = min(first, time.milliseconds)
    last = max(last, time.milliseconds)
  }
}

// MARK: - Required fields

extension AlibabaReceipt {
  /// Whether a topic is that of push receipts.
  @inline(__always)
  private func isOurs(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    range.count == topic.length && topic.stands(at: range.lowerBound, in: bytes)
      || bytes.holds(Self.topicName, in: range)
  }

  /// The entry of a required id that an earlier line had.
  ///
  /// It was checked then, and nothing in its bytes has changed since, so finding it is all the check it needs.
  ///
  /// - Returns: `nil` for an id that is new and good.
  @inline(__always)
  private func knownID(
    _ field: ReceiptField, _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>, in known: ByteDictionary
  ) throws(Rejection) -> UInt32? {
    if hasPlainText(field, fields), let entry = known.entry(bytes, fields[field].range) { return entry }
    try checkID(field, fields, bytes)
    return nil
  }

  /// Whether a value is judged by its bytes alone: a number is more than its digits, and a cell may be damaged.
  @inline(__always)
  private func hasPlainText(_ field: ReceiptField, _ fields: borrowing ReceiptFields) -> Bool {
    fields[field].form == .text && !fields.isFromCSV
  }

  private func checkID(
    _ field: ReceiptField, _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>
  ) throws(Rejection) {
    let value = fields[field]
    guard !value.isAbsent(in: bytes) else { throw Rejection(.missingField, field: field) }
    try check(value, field, fields, bytes)
  }

  /// The device id when it is 32 lower-case hexadecimal digits, which are good in every way.
  @inline(__always)
  private func packedDevice(_ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>) -> DeviceKey? {
    let range = fields[.deviceID].range
    guard range.count == 32, hasPlainText(.deviceID, fields) else { return nil }
    return DeviceKey(hexadecimal: bytes, at: range.lowerBound)
  }

  /// The device id, empty when the sender logged none.
  private func device(_ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>) throws(Rejection) -> Range<Int>
  {
    let value = fields[.deviceID]
    if value.isAbsent(in: bytes) { return 0..<0 }
    try check(value, .deviceID, fields, bytes)
    return value.range
  }

  /// Refuses an attribute that is neither text nor number.
  private func checkAttributes(_ fields: borrowing ReceiptFields) throws(Rejection) {
    for slot in ReceiptField.deviceType.slot...ReceiptField.reason.slot
    where fields[slot: slot].form == .unsuitable {
      throw Rejection(.badType, field: ReceiptField.allCases.first { $0.slot == slot })
    }
  }

  /// An id is text, or a number that is nothing but digits: `1e5` and `1.0` are not what the sender wrote.
  private func check(
    _ value: FieldValue, _ field: ReceiptField, _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>
  ) throws(Rejection) {
    let range = value.range
    switch value.form {
    case .absent, .unsuitable: throw Rejection(.badType, field: field)
    case .number: guard isPlainNumber(bytes, range) else { throw Rejection(.badType, field: field) }
    case .text: break
    }
    guard range.count <= Self.idLimit else { throw Rejection(.idTooLong, field: field) }
    guard !bytes.hasControl(in: range) else { throw Rejection(.controlCharacter, field: field) }
    let space = UInt8(ascii: " ")
    guard bytes[range.lowerBound] != space, bytes[range.upperBound - 1] != space else {
      throw Rejection(.badType, field: field)
    }
    if fields.isFromCSV, SpreadsheetDamage.isVisible(bytes, range) {
      throw Rejection(.spreadsheetRounded, field: field)
    }
  }

  /// Digits that make a value below 2^63.
  private func isPlainNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count <= 19 else { return false }
    var value: UInt64 = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      value = value * 10 + UInt64(digit)
    }
    return value <= UInt64(Int64.max)
  }

  private func time(_ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>) throws(Rejection) -> ReceiptTime
  {
    let value = fields[.eventTime]
    if value.isAbsent(in: bytes) { return try logTime(fields, bytes) }
    return try time(value, .eventTime, fields, bytes)
  }

  private func logTime(_ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>) throws(Rejection)
    -> ReceiptTime
  {
    let value = fields[.logTime]
    guard !value.isAbsent(in: bytes) else { throw Rejection(.missingField, field: .eventTime) }
    var time = try time(value, .logTime, fields, bytes)
    time.rule = .logTime
    return time
  }

  private func time(
    _ value: FieldValue, _ field: ReceiptField, _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>
  ) throws(Rejection) -> ReceiptTime {
    guard value.form != .unsuitable else { throw Rejection(.badType, field: field) }
    if let time = ReceiptTime(bytes, value.range, assumedOffsetMinutes: assumedOffsetMinutes) { return time }
    if fields.isFromCSV, SpreadsheetDamage.isVisible(bytes, value.range) {
      throw Rejection(.spreadsheetRounded, field: field)
    }
    throw Rejection(.badTime, field: field)
  }
}

// MARK: - References

extension AlibabaReceipt {
  private func key(of device: Range<Int>, _ bytes: Span<UInt8>, _ run: inout EventRun) -> DeviceKey {
    if device.count == 32, let key = DeviceKey(hexadecimal: bytes, at: device.lowerBound) { return key }
    return run.deviceKey(text: bytes, device)
  }
}

extension TimeRule {
  fileprivate var index: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: 1
    case .microseconds: 2
    case .nanoseconds: 3
    case .isoZone: 4
    case .localAssumed: 5
    case .logTime: 6
    }
  }
}

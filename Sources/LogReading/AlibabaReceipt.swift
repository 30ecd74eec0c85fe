import ReceiptModel

/// Turns the values of one record of the Alibaba push receipt log into an event.
struct AlibabaReceipt {
  private let assumedOffsetMinutes: Int
  private let keepsVendorIDs: Bool
  private let watermark: Int64
  private let keepsClientNetworks: Bool
  private var clientNetworks = ClientNetworks()
  private var types: EventTypes
  private(set) var times = ReceivedTimes()
  private let topic = Literal(Self.topicName)

  static let topicName: StaticString = "cps_callback_event"

  init(options: ReadOptions) {
    assumedOffsetMinutes = options.assumedOffsetMinutes
    keepsVendorIDs = options.keepsVendorIDs
    watermark = options.watermark
    keepsClientNetworks = options.keepsClientNetworks
    types = EventTypes(aliases: options.aliases)
  }

  var unknownTypes: NameCounts { types.unknown }

  /// Values of `client_ip` of which no network can be kept, since they are no address; 0 unless any are to be kept.
  var unreadableAddresses: Int { clientNetworks.unreadable }

  /// Adds the event that `fields` describe to `batch`, or refuses the record.
  ///
  /// - Parameter bytes: valid UTF-8 without NUL, into which the ranges of `fields` point.
  mutating func append(
    _ fields: borrowing ReceiptFields, of bytes: Span<UInt8>, file: UInt32, to batch: inout EventBatch
  ) throws(Rejection) {
    let topic = fields[.topic]
    if topic.form != .absent, !isOurs(topic.range, bytes), !topic.isAbsent(in: bytes) {
      throw Rejection(.wrongTopic, field: .topic)
    }
    let app = try fields.knownID(.appKey, bytes, in: batch.appKeys)
    let message = try fields.knownID(.messageID, bytes, in: batch.messageIDs)
    let packed = fields.packedDevice(bytes)
    let device = packed == nil ? try fields.device(bytes) : 0..<0
    let type = fields[.eventType].range
    let knownKind = fields.isText(.eventType) ? types.known(bytes, type) : nil
    if knownKind == nil { try fields.checkID(.eventType, bytes) }
    let time = try time(fields, bytes)
    guard time.milliseconds >= watermark else { throw Rejection(.beforePurge, field: .eventTime) }
    if fields.mayBeUnsuitable { try fields.checkAttributes() }

    let kind = knownKind ?? types.learn(bytes, type)
    let detail: UInt32
    if kind == .other {
      types.countUnknown(bytes, type)
      detail = batch.rawTypes.intern(bytes, type)
    } else {
      detail = fields.reason(of: kind, bytes, &batch)
    }
    let network =
      keepsClientNetworks
      ? clientNetworks.network(fields, bytes, &batch) : fields.network(bytes, &batch)
    batch.events.append(
      BatchEvent(
        device: packed ?? batch.key(of: device, bytes), time: time.milliseconds,
        message: message ?? batch.messageIDs.intern(bytes, fields[.messageID].range),
        app: app ?? batch.appKeys.intern(bytes, fields[.appKey].range),
        context: fields.context(bytes, &batch),
        build: fields.build(bytes, &batch), network: network, detail: detail, file: file,
        kind: kind))
    times.note(time)
    if keepsVendorIDs { keepVendorID(fields, of: bytes, file: file, in: &batch) }
  }
}

// MARK: - Vendors' ids

extension AlibabaReceipt {
  /// Notes by which id the vendor's own receipts name the push; one that is no id is none.
  private func keepVendorID(
    _ fields: borrowing ReceiptFields, of bytes: Span<UInt8>, file: UInt32, in batch: inout EventBatch
  ) {
    let value = fields[.vendorMessageID]
    guard !value.isAbsent(in: bytes), (try? fields.check(value, .vendorMessageID, bytes)) != nil else {
      return
    }
    func word(_ field: ReceiptField) -> String {
      let value = fields[field]
      return value.isAbsent(in: bytes) ? "" : String(decoding: value.range.map { bytes[$0] }, as: UTF8.self)
    }
    let mark = batch.newGroup(of: file)
    batch.events[batch.events.count - 1].file = mark
    let note = AliasNote(
      space: "vendor", name: word(.vendorMessageID), app: word(.appKey), message: word(.messageID),
      device: word(.deviceID))
    batch.notes.append(LineNote(.alias(note), line: mark))
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

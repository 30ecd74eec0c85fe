import ReceiptModel

extension LogWriter {
  /// Appends a record that no template fits, text by text.
  func appendPlain(_ event: SimulatedEvent, to buffer: inout [UInt8]) {
    let encoding = TextEncoding(shape: shape)
    guard shape.delimiter == nil else {
      return append(shape.fields.map { encoding.encode($0.text(of: event)) }, to: &buffer)
    }
    if event.isOfOtherSource, let record = VendorRecord.text(of: event) {
      return buffer.append(contentsOf: record.utf8)
    }
    var members: [[UInt8]] = []
    for (name, field) in named(event) {
      let text = field.text(of: event)
      guard !text.isEmpty || !event.leavesOutFields else { continue }
      let (opening, closing) = RecordTemplate.surroundings(of: field, named: name, in: shape)
      members.append(opening + encoding.encode(text) + closing)
    }
    buffer.append(0x7B)
    append(members, to: &buffer)
    buffer.append(0x7D)
  }

  private func append(_ parts: [[UInt8]], to buffer: inout [UInt8]) {
    for (place, part) in parts.enumerated() {
      if place > 0 { buffer += RecordTemplate.separator(shape) }
      buffer += part
    }
  }

  /// The names of a record's fields, and what they hold: of the receipts, or of another source.
  private func named(_ event: SimulatedEvent) -> [(name: String, field: LogField)] {
    guard event.isOfOtherSource else {
      return shape.fields.map { ($0.rawValue, $0) }
    }
    let push: [(String, LogField)] = [
      ("app_key", .appKey), ("message_id", .messageID), ("device_id", .deviceID), ("platform", .deviceType),
      ("app_version", .appVersion),
    ]
    return switch event.type {
    case .sent:
      push + [("sent_at", .eventTime), ("channel", .channel), ("job_key", .jobKey)]
    case .sendFailed:
      push + [
        ("sent_at", .eventTime), ("channel", .channel), ("job_key", .jobKey), ("status", .sendStatus),
        ("error", .reason),
      ]
    case .open: push + [("opened_at", .eventTime)]
    default: shape.fields.map { ($0.rawValue, $0) }
    }
  }
}

extension LogField {
  /// The text of a field of an event; empty where it says nothing.
  func text(of event: SimulatedEvent) -> String {
    if let fixedText { return fixedText }
    if let word = word(of: event) { return words[word] }
    let seconds = event.logTime.milliseconds / 1_000
    return switch self {
    case .logTime: "\(seconds)"
    case .receiveTime: "\(seconds + 1)"
    case .nanoseconds: "\(event.logTime.milliseconds % 1_000 * 1_000_000)"
    case .appKey: event.isBroken ? "" : "\(event.appKey)"
    case .messageID: event.messageText
    case .eventTime: "\(event.time.milliseconds)"
    case .lastActive: event.lastActive.map { "\($0.milliseconds)" } ?? ""
    case .vendorMessageID: event.vendorMessageID.map { "\($0)" } ?? ""
    case .deviceID: event.deviceID
    case .appVersion: event.version?.description ?? ""
    default: preconditionFailure("a field without words is a number or an id")
    }
  }

  /// The place of an event's text in `words`; `nil` for numbers and ids.
  func word(of event: SimulatedEvent) -> Int? {
    switch self {
    case .eventType: Int(event.type.rawValue)
    case .deviceType, .os: Int(event.platform.rawValue)
    case .channel: Int(event.channel.rawValue)
    case .address: Int(event.address)
    case .brand: Int(event.brand)
    case .network: Int(event.network)
    case .osVersion: Int(event.osVersion)
    case .isp: Int(event.isp)
    case .jobKey: Int(event.jobKey)
    case .reason: Int(event.reason)
    default: nil
    }
  }
}

import ReceiptModel

/// Events of a part.
extension MappedReceipt {
  /// An event that a type stands for.
  struct TypedEvent {
    var kind: EventKind
    /// The type as the record has it, or one bit of it.
    var type: FieldValue
    /// A reason of the mapping's own.
    var reason: FieldValue?
  }

  mutating func tell(_ source: inout MappedSource, _ bytes: Span<UInt8>, to batch: inout EventBatch)
    throws(Rejection)
  {
    if plan.mapping.ignoresOthers, find(.message).form == .absent { return }
    switch plan.mapping.yield {
    case .events: try tellEvents(&source, bytes, to: &batch)
    case .totals, .pushes, .aliases, .tokens, .tallies, .steps, .appOpens:
      try tellNote(source, bytes, to: &batch)
    }
  }

  private mutating func tellEvents(
    _ source: inout MappedSource, _ bytes: Span<UInt8>, to batch: inout EventBatch
  ) throws(Rejection) {
    let typed = try typedEvents()
    guard !typed.isEmpty else { return }
    var fields = ReceiptFields()
    fields.isFromCSV = isTable
    let deviceSlot = ReceiptField.deviceID.slot
    for (rule, slot) in plan.eventRules where !(plan.hasSpreadDevices && slot == deviceSlot) {
      fields[slot: slot] = find(rule)
    }
    if fields[.appKey].form == .absent { fields[slot: ReceiptField.appKey.slot] = app() }
    let vendorID = find(.vendorID)
    let devices = try spreadDevices() ?? [fields[.deviceID]]
    // A second reference, which is gone before the next part adds to the bytes.
    let scratch = tree.scratch
    let text = scratch.span
    let app = try fields.knownID(.appKey, text, in: batch.appKeys)
    let message = try fields.knownID(.messageID, text, in: batch.messageIDs)
    let time = try self.time(of: fields[.eventTime], fields, text)
    try refuseOutdated(time)
    if fields.mayBeUnsuitable { try fields.checkAttributes() }
    for event in typed where event.kind == .other { try fields.check(event.type, .eventType, text) }
    if vendorID.form != .absent { try fields.check(vendorID, nil, text) }
    let references = EventReferences(
      time: time, app: app ?? batch.appKeys.intern(text, fields[.appKey].range),
      message: message ?? batch.messageIDs.intern(text, fields[.messageID].range),
      context: context(fields, text, &batch), build: fields.build(text, &batch),
      network: fields.network(text, &batch))
    var refusal: Rejection?
    for device in devices {
      fields[slot: ReceiptField.deviceID.slot] = device
      do throws(Rejection) {
        let packed = fields.packedDevice(text)
        let range = packed == nil ? try fields.device(text) : 0..<0
        append(typed, of: packed ?? batch.key(of: range, text), references, &fields, text, to: &batch)
      } catch {
        refusal = refusal ?? error
      }
    }
    tellPayload(&source, bytes, fields, to: &batch)
    if let refusal { throw refusal }
    // Where the message goes by the vendor's id, there is nothing to tell apart.
    if vendorID.form != .absent, devices.count == 1, word(vendorID) != word(fields[.messageID]) {
      batch.notes.append(
        LineNote(
          .alias(
            AliasNote(
              space: "vendor", name: word(vendorID), app: word(fields[.appKey]),
              message: word(fields[.messageID]), device: word(devices[0]))), line: 0))
    }
  }

  /// What the events of a part have in common.
  private struct EventReferences {
    var time: ReceiptTime
    var app: UInt32
    var message: UInt32
    var context: UInt32
    var build: UInt32
    var network: UInt32
  }

  /// Appends the events of one device.
  private mutating func append(
    _ typed: [TypedEvent], of device: DeviceKey, _ references: EventReferences,
    _ fields: inout ReceiptFields, _ text: Span<UInt8>, to batch: inout EventBatch
  ) {
    for event in typed {
      let detail: UInt32
      if event.kind == .other {
        count(unknownType: event.type.range)
        detail = batch.rawTypes.intern(text, event.type.range)
      } else {
        if let reason = event.reason { fields[slot: ReceiptField.reason.slot] = reason }
        detail = fields.reason(of: event.kind, text, &batch)
      }
      batch.events.append(
        BatchEvent(
          device: device, time: references.time.milliseconds, message: references.message,
          app: references.app,
          context: references.context, build: references.build, network: references.network, detail: detail,
          file: 0, kind: event.kind))
      note(references.time)
    }
  }

  /// The AppKey of the record, or that of the command line.
  mutating func app() -> FieldValue {
    let value = find(.app)
    return value.form == .absent && !givenApp.isEmpty ? FieldValue(givenApp, .text) : value
  }

  /// A value as text; empty when there is none.
  func word(_ value: FieldValue) -> String {
    value.isAbsent(in: tree.scratch.span) ? "" : String(decoding: tree.scratch[value.range], as: UTF8.self)
  }

  func time(
    of value: FieldValue, _ fields: borrowing ReceiptFields, _ text: Span<UInt8>
  ) throws(Rejection) -> ReceiptTime {
    guard !value.isAbsent(in: text) else { throw Rejection(.missingField, field: .eventTime) }
    guard value.form != .unsuitable else { throw Rejection(.badType, field: .eventTime) }
    if let time = MappedTime.read(
      text, value.range, plan.mapping.time, assumedOffsetMinutes: options.assumedOffsetMinutes)
    {
      return time
    }
    if fields.isFromCSV, SpreadsheetDamage.isVisible(text, value.range) {
      throw Rejection(.spreadsheetRounded, field: .eventTime)
    }
    throw Rejection(.badTime, field: .eventTime)
  }

  /// Refuses what is from before that which was pruned.
  func refuseOutdated(_ time: ReceiptTime) throws(Rejection) {
    guard time.milliseconds >= options.watermark else { throw Rejection(.beforePurge, field: .eventTime) }
  }

  /// The entry of source, platform, channel and job key, each ended by a NUL.
  private func context(
    _ fields: borrowing ReceiptFields, _ text: Span<UInt8>, _ batch: inout EventBatch
  ) -> UInt32 {
    batch.groups[AttributeGroup.context.rawValue].intern(
      text, joining: plan.source, fields.kept(.deviceType, text), fields.kept(.eventChannel, text),
      fields.kept(.jobKey, text))
  }
}

// MARK: - Types

extension MappedReceipt {
  /// The type of the part; a truth value is one too.
  mutating func type() -> FieldValue {
    var value = find(.type)
    if value.form == .unsuitable, !value.range.isEmpty { value.form = .text }
    return value
  }

  /// What the type of the part stands for: nothing, one event, or one for each bit of it.
  private mutating func typedEvents() throws(Rejection) -> [TypedEvent] {
    let type = self.type()
    guard type.form != .unsuitable else { throw Rejection(.badType, field: .eventType) }
    guard type.form != .absent else {
      guard let meaning = plan.types.absent else { throw Rejection(.missingField, field: .eventType) }
      return event(meaning, type).map { [$0] } ?? []
    }
    if plan.types.isBitMask, let bits = bits(of: type), bits > 0 {
      var events: [TypedEvent] = []
      for bit in 0..<63 where bits >> UInt64(bit) & 1 == 1 {
        let start = tree.scratch.count
        tree.scratch.append(contentsOf: String(UInt64(1) << UInt64(bit)).utf8)
        let value = FieldValue(start..<tree.scratch.count, .number)
        if let event = event(plan.types.meaning(tree.scratch.span, value.range), value) {
          events.append(event)
        }
      }
      return events
    }
    return event(plan.types.meaning(tree.scratch.span, type.range), type).map { [$0] } ?? []
  }

  private mutating func event(_ found: MappedTypes.Found, _ type: FieldValue) -> TypedEvent? {
    if found.mayBeUnnamed, find(.message).form == .absent { return nil }
    switch found.meaning {
    case .ignored, .step: return nil
    case .unknown: return TypedEvent(kind: .other, type: type)
    case .event(let kind, nil): return TypedEvent(kind: kind, type: type)
    case .event(let kind, let parts?):
      let reason = find(.reason)
      let start = tree.scratch.count
      for part in parts {
        let range =
          switch part {
          case .text(let text): text
          case .type: type.range
          case .reason: reason.form == .unsuitable ? 0..<0 : reason.range
          }
        for index in range { tree.scratch.append(tree.scratch[index]) }
      }
      return TypedEvent(kind: kind, type: type, reason: FieldValue(start..<tree.scratch.count, .text))
    }
  }

  private func bits(of type: FieldValue) -> UInt64? {
    guard ReceiptFields.isPlainNumber(tree.scratch.span, type.range) else { return nil }
    return UInt64(String(decoding: tree.scratch[type.range], as: UTF8.self))
  }
}

import ReceiptModel

/// Facts beside events, of a part.
extension MappedReceipt {
  mutating func tellNote(
    _ source: MappedSource, _ bytes: Span<UInt8>, to batch: inout EventBatch
  ) throws(Rejection) {
    guard let note = try note(source, bytes) else { return }
    batch.notes.append(LineNote(note, line: 0))
  }

  /// - Returns: `nil` when the part tells nothing.
  private mutating func note(_ source: MappedSource, _ bytes: Span<UInt8>) throws(Rejection) -> Note? {
    switch plan.mapping.yield {
    case .events: nil
    case .totals: try total()
    case .pushes: try push()
    case .aliases: try alias()
    case .tokens: try token()
    case .tallies: try tally(source, bytes)
    case .steps: try step()
    case .appOpens: try appOpen()
    }
  }

  private mutating func total() throws(Rejection) -> Note? {
    guard try !isIgnored() else { return nil }
    var counts: [EventKind: Int64] = [:]
    for (field, kind) in MappedField.totals {
      let value = find(field)
      guard value.form != .absent else { continue }
      guard value.form != .unsuitable, ReceiptFields.isPlainNumber(tree.scratch.span, value.range),
        let count = Int64(word(value))
      else { throw Rejection(.badType) }
      counts[kind] = count
    }
    guard !counts.isEmpty else { return nil }
    let message = try id(.message)
    // Consoles count one app at a time and seldom name it.
    let app = app()
    return .total(
      TotalNote(
        source: plan.mapping.source, app: app.form == .absent ? "" : try id(.app), message: message,
        counts: counts, countedAt: try optionalTime()))
  }

  private mutating func push() throws(Rejection) -> Note? {
    guard try !isIgnored() else { return nil }
    return .push(
      PushNote(
        app: try id(.app), message: try id(.message), pushType: try attribute(.pushType),
        platform: try attribute(.platform), targetType: try attribute(.targetType),
        status: try attribute(.status), sentAt: try optionalTime()))
  }

  private mutating func alias() throws(Rejection) -> Note? {
    guard try !isIgnored() else { return nil }
    let space = try attribute(.space)
    return .alias(
      AliasNote(
        space: space.isEmpty ? plan.mapping.source : space, name: try id(.name), app: try id(.app),
        message: try id(.message), device: try optionalID(.device)))
  }

  private mutating func token() throws(Rejection) -> Note? {
    guard try !isIgnored() else { return nil }
    // Pruning leaves the map of tokens as it is, however old.
    let from = find(.time).form == .absent ? 0 : try dated().milliseconds
    return .token(TokenNote(token: try id(.token), device: try id(.device), from: from))
  }

  private mutating func appOpen() throws(Rejection) -> Note? {
    guard try !isIgnored() else { return nil }
    return .appOpen(
      AppOpenNote(
        source: plan.mapping.source, app: try id(.app), device: try id(.device), time: try requiredTime()))
  }

  private mutating func tally(_ source: MappedSource, _ bytes: Span<UInt8>) throws(Rejection) -> Note? {
    let kind: EventKind
    switch try meaning() {
    case .event(let told, _): kind = told
    case .unknown: kind = .other
    case .ignored, .step: return nil
    }
    let note = TallyNote(
      source: plan.mapping.source, app: try id(.app), message: try id(.message), kind: kind,
      time: try requiredTime(), line: ByteDictionary.hash(bytes, source.record, seed: 0))
    if kind == .other { count(unknownType: type().range) }
    return .tally(note)
  }

  private mutating func step() throws(Rejection) -> Note? {
    switch try meaning() {
    case .step(let step):
      return .step(
        StepNote(
          app: try id(.app), message: try id(.message), device: try optionalID(.device), step: step,
          time: try requiredTime(), detail: try attribute(.detail)))
    case .unknown:
      count(unknownType: type().range)
      return nil
    case .event, .ignored: return nil
    }
  }
}

// MARK: - Values of notes

extension MappedReceipt {
  /// Whether the type of a part says to ignore it, which is all that a type can say about such facts.
  private mutating func isIgnored() throws(Rejection) -> Bool {
    guard plan.rule(.type) != nil, type().form != .absent else { return false }
    if case .ignored = try meaning() { return true }
    return false
  }

  private mutating func meaning() throws(Rejection) -> MappedTypes.Meaning {
    let type = self.type()
    guard type.form != .unsuitable else { throw Rejection(.badType, field: .eventType) }
    let found = type.form != .absent ? plan.types.meaning(tree.scratch.span, type.range) : plan.types.absent
    guard let found else { throw Rejection(.missingField, field: .eventType) }
    return found.mayBeUnnamed && find(.message).form == .absent ? .ignored : found.meaning
  }

  /// A required id, checked as those of events are.
  private mutating func id(_ field: MappedField) throws(Rejection) -> String {
    let value = field == .app ? app() : find(field)
    guard value.form != .absent else { throw Rejection(.missingField, field: field.receiptField) }
    return try checked(value, field)
  }

  private mutating func optionalID(_ field: MappedField) throws(Rejection) -> String {
    let value = find(field)
    return value.form == .absent ? "" : try checked(value, field)
  }

  private func checked(_ value: FieldValue, _ field: MappedField) throws(Rejection) -> String {
    var fields = ReceiptFields()
    fields.isFromCSV = isTable
    try fields.check(value, field.receiptField, tree.scratch.span)
    return word(value)
  }

  /// The part that is kept of a value that is not an id: nothing when it is absent, 1 KiB at most.
  private mutating func attribute(_ field: MappedField) throws(Rejection) -> String {
    let value = find(field)
    guard value.form != .unsuitable else { throw Rejection(.badType, field: field.receiptField) }
    var fields = ReceiptFields()
    fields[slot: ReceiptField.reason.slot] = value
    let kept = fields.kept(.reason, tree.scratch.span)
    return String(decoding: tree.scratch[kept], as: UTF8.self)
  }

  private mutating func optionalTime() throws(Rejection) -> Int64? {
    find(.time).form == .absent ? nil : try requiredTime()
  }

  private mutating func requiredTime() throws(Rejection) -> Int64 {
    let time = try dated()
    try refuseOutdated(time)
    return time.milliseconds
  }

  private mutating func dated() throws(Rejection) -> ReceiptTime {
    let value = find(.time)
    var fields = ReceiptFields()
    fields.isFromCSV = isTable
    let time = try self.time(of: value, fields, tree.scratch.span)
    note(time)
    return time
  }
}

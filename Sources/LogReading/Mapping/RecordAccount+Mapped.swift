import ReceiptModel

/// Records that are read by a mapping.
extension RecordAccount {
  /// Tells what a JSON record tells by the source that was found or named, or refuses it.
  ///
  /// - Parameters:
  ///   - content: the object itself.
  ///   - shape: the sources that records of its shape may be of; `nil` when its source was named.
  ///   - record: the bytes of the record, without its line end.
  ///   - next: where the record after it begins.
  mutating func acceptMapped(
    _ content: Range<Int>, by shape: ShapeSources?, record: Range<Int>, of bytes: Span<UInt8>, next: Int,
    physicalLines: Int, into batch: inout EventBatch
  ) throws(InputError) {
    let before = (events: batch.events.count, notes: batch.notes.count)
    let refusal = sources.read(bytes, content, of: shape, unknown: &unknownColumns, to: &batch)
    try close(
      refusal, before.events, before.notes, record: record, of: bytes, next: next,
      physicalLines: physicalLines, &batch)
  }

  /// Whether the record that `matchMapped` found stands on one line.
  var matchedIsOneLine: Bool { sources.matchedIsOneLine }

  /// Where the record at `start` ends that is of the shape of an earlier one; `acceptMatched` takes it.
  mutating func matchMapped(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    sources.match(bytes, at: start)
  }

  /// Tells what the record tells that was matched last, or refuses it.
  mutating func acceptMatched(
    _ record: Range<Int>, of bytes: Span<UInt8>, next: Int, physicalLines: Int = 1,
    into batch: inout EventBatch
  ) throws(InputError) {
    let before = (events: batch.events.count, notes: batch.notes.count)
    let refusal = sources.tellMatched(record, of: bytes, unknown: &unknownColumns, to: &batch)
    try close(
      refusal, before.events, before.notes, record: record, of: bytes, next: next,
      physicalLines: physicalLines, &batch)
  }

  /// Tells what a record of named values tells: a row, a form, a line of text.
  ///
  /// This is what readers of other forms call. The values have to be UTF-8 without NUL; a value that stands for nothing
  /// may be left out.
  mutating func acceptMapped(
    _ values: [NamedValue], in text: Span<UInt8>, record: Range<Int>, of bytes: Span<UInt8>, next: Int,
    physicalLines: Int = 1,
    into batch: inout EventBatch
  ) throws(InputError) {
    let before = (events: batch.events.count, notes: batch.notes.count)
    let refusal = sources.read(
      values, in: text, record: record, of: bytes, unknown: &unknownColumns, to: &batch)
    try close(
      refusal, before.events, before.notes, record: record, of: bytes, next: next,
      physicalLines: physicalLines,
      &batch)
  }

  /// Tells what a line of text tells by the source that knows it.
  ///
  /// - Returns: `false` for a line of no source; nothing of it was counted.
  mutating func acceptText(
    _ content: Range<Int>, record: Range<Int>, of bytes: Span<UInt8>, next: Int, into batch: inout EventBatch
  ) throws(InputError) -> Bool {
    let before = (events: batch.events.count, notes: batch.notes.count)
    switch sources.readText(bytes, content, record: record, unknown: &unknownColumns, to: &batch) {
    case .unknown: return false
    case .others: try ignoreOthers(next: next)
    case .read(let refusal):
      try close(
        refusal, before.events, before.notes, record: record, of: bytes, next: next, physicalLines: 1, &batch)
    }
    return true
  }

  /// Marks what the record told, from `firstEvent` and `firstNote` on, and counts the record.
  private mutating func close(
    _ refusal: Rejection?, _ firstEvent: Int, _ firstNote: Int, record: Range<Int>, of bytes: Span<UInt8>,
    next: Int, physicalLines: Int, _ batch: inout EventBatch
  ) throws(InputError) {
    let told = batch.events.count - firstEvent + batch.notes.count - firstNote
    let mark = refusal != nil ? LineMark.none : told > 1 ? batch.newGroup(of: file) : file
    for index in firstEvent..<batch.events.count { batch.events[index].file = mark }
    for index in firstNote..<batch.notes.count { batch.notes[index].line = mark }
    pausesForBatch = batch.isFullForParts
    if let refusal {
      add(events: batch.events.count - firstEvent)
      try reject(refusal, record: record, of: bytes, next: next, physicalLines: physicalLines)
    } else if told == 0 {
      hasIgnoredRecords = true
      ignore(next: next, physicalLines: physicalLines)
    } else {
      accept(events: batch.events.count - firstEvent, next: next, physicalLines: physicalLines)
    }
  }
}

extension EventBatch {
  /// The mark of a line of several events and notes.
  mutating func newGroup(of file: UInt32) -> UInt32 {
    groupFiles.append(file)
    return LineMark.group(UInt32(groupFiles.count - 1))
  }
}

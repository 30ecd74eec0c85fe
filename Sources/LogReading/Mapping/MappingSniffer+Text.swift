import ReceiptModel

/// Logs of text lines, which have no first record: what they tell may stand among lines of others.
extension MappingSniffer {
  /// Lines in which something has to be told.
  private static let lineLimit = 100

  /// What the first lines of a log tell that some source of text lines knows; `nil` when that is nothing.
  func telling(_ head: [UInt8], _ text: Range<Int>) -> TextLogKind? {
    var options = options
    // Whether an AppKey was given does not tell logs apart.
    if options.appKey == nil { options.appKey = "any" }
    var sources = TextSources(candidates, options: options)
    var batch = EventBatch(capacity: 1)
    var unknown = NameList()
    var position = text.lowerBound
    var lines = 0
    while position < text.upperBound, lines < Self.lineLimit {
      let end = head.span.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = head.span.trimmed(position..<end)
      position = end + 1
      guard !line.isEmpty else { continue }
      lines += 1
      _ = sources.read(head.span, line, record: line, unknown: &unknown, to: &batch)
    }
    guard !batch.events.isEmpty || !batch.notes.isEmpty else { return nil }
    let passesOthers = sources.met.contains { $0.plan.mapping.form == .lines }
    return passesOthers ? .recordsAmongOthers : .records
  }
}

/// What a log of text lines is made of.
enum TextLogKind {
  /// Records: a line of no source is refused.
  case records
  /// Records among lines that an app wrote down besides, which are nobody's.
  case recordsAmongOthers
}

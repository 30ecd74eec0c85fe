import ReceiptModel

/// Logs of text lines, which have no first record: what they tell may stand among lines of others.
extension MappingSniffer {
  /// Lines in which something has to be told.
  private static let lineLimit = 100

  /// The mapping by which the first lines of a log tell something.
  func textMapping(_ head: [UInt8], _ text: Range<Int>) throws(InputError) -> SourceMapping? {
    var lines: [Range<Int>] = []
    var position = text.lowerBound
    while position < text.upperBound, lines.count < Self.lineLimit {
      let end = head.span.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = head.span.trimmed(position..<end)
      if !line.isEmpty { lines.append(line) }
      position = end + 1
    }
    return try best(of: candidates.filter { tells($0, head, lines) })
  }

  private func tells(_ mapping: SourceMapping, _ head: [UInt8], _ lines: [Range<Int>]) -> Bool {
    var options = options
    // Whether an AppKey was given does not tell logs apart.
    if options.appKey == nil { options.appKey = "any" }
    var receipt = MappedReceipt(mapping, options: options)
    guard var cutter = LineCutter(receipt.plan) else { return false }
    var run = EventRun(capacity: 1)
    var unknown = NameList()
    return lines.contains { line in
      guard (try? cutter.cut(head.span, line, unknown: &unknown)) == true else { return false }
      let refusal = receipt.read(
        cutter.values.values, in: cutter.values.bytes.span, record: line, of: head.span, unknown: &unknown,
        to: &run)
      return refusal == nil && !(run.events.isEmpty && run.notes.isEmpty)
    }
  }
}

import ReceiptModel

/// What the payload of an event asks for.
extension MappedReceipt {
  /// Tells of the part's payload, once for all parts of a record that share one.
  func tellPayload(
    _ source: inout MappedSource, _ bytes: Span<UInt8>, _ fields: borrowing ReceiptFields,
    to run: inout EventRun
  ) {
    guard let node = node(of: .payload), node >= 0 else { return }
    let payload = tree.nodes[node]
    guard payload.kind != .null, payload.count > 0 else { return }
    let message = word(fields[.messageID])
    if let last = source.payload, last.range == payload.range, last.message == message { return }
    source.payload = (payload.range, message)
    let isInRecord = (payload.kind == .object || payload.kind == .array) && !payload.isInner
    let scratch = tree.scratch
    let text = isInRecord ? bytes.extracting(payload.range) : scratch.span.extracting(payload.range)
    run.notes.append(
      LineNote(
        .payload(
          PayloadNote(
            app: word(fields[.appKey]), message: message, lint: PayloadReader.lint(of: text),
            bytes: text.count)), line: 0))
  }
}

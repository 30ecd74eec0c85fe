import ReceiptModel

/// What the payload of an event asks for.
extension MappedReceipt {
  /// Tells of the part's payload, once for all parts of a record that share one.
  mutating func tellPayload(
    _ source: inout MappedSource, _ bytes: Span<UInt8>, _ fields: borrowing ReceiptFields,
    to batch: inout EventBatch
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
    let note = PayloadNote(
      app: word(fields[.appKey]), message: message, lint: payloads.lint(of: text), bytes: text.count)
    if payloads.isNews(note) { batch.notes.append(LineNote(.payload(note), line: 0)) }
  }
}

/// What a log told about payloads: most of its lines repeat one that another line had.
///
/// Bounded: what is full is emptied, which costs only reading and telling again.
struct ToldPayloads {
  private var notes: Set<PayloadNote> = []
  /// Texts of payloads, with what reading them found.
  private var texts = ByteDictionary()
  private var lints: [PayloadLint] = []

  private static let noteLimit = 4096
  private static let byteLimit = 1 << 20

  /// What `PayloadReader` says of a payload.
  mutating func lint(of text: Span<UInt8>) -> PayloadLint {
    if texts.byteCount > Self.byteLimit {
      texts.removeAll()
      lints.removeAll(keepingCapacity: true)
    }
    let entry = Int(texts.intern(text, 0..<text.count))
    if entry == lints.count { lints.append(PayloadReader.lint(of: text)) }
    return lints[entry]
  }

  mutating func isNews(_ note: PayloadNote) -> Bool {
    if notes.count >= Self.noteLimit { notes.removeAll(keepingCapacity: true) }
    return notes.insert(note).inserted
  }
}

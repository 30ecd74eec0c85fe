import ReceiptModel

/// The sources whose records are lines of text, told line by line: neither the lines before one nor those behind it have
/// a say.
///
/// A line is of the source by which it tells something; of several, of the one that recognises most.
struct TextSources {
  /// What was made of a line.
  enum Verdict {
    /// A line of a source, which told something or was refused.
    case read(Rejection?)
    /// A line of the form of some source, which tells nothing: one of others.
    case others
    case unknown
  }

  /// Why a line is refused, if it is.
  fileprivate struct Reading {
    var rejection: Rejection?
  }

  fileprivate struct Candidate {
    var cutter: LineCutter
    var receipt: MappedReceipt
    /// Numbers of the names that a record must have; `nil` of one that leads nowhere.
    let signs: [Int32?]
    /// Whether another source of the same form recognises as much.
    let hasRival: Bool
    /// Whether lines were read by it.
    var wasMet = false
  }

  /// Those that recognise most come first.
  private var candidates: [Candidate] = []

  init(_ mappings: [SourceMapping], options: ReadOptions) {
    let texts = mappings.filter { [.accessLog, .form, .lines].contains($0.form) }
    for mapping in texts.sorted(by: { ($0.rank, $1.name) > ($1.rank, $0.name) }) {
      let receipt = MappedReceipt(mapping, options: options)
      guard let cutter = LineCutter(receipt.plan) else { continue }
      let signs = mapping.recognition.map { sign -> Int32? in
        guard case .key(let key)? = sign.path.steps.first else { return nil }
        return receipt.plan.names.number(key)
      }
      let rivals = texts.count { $0.form == mapping.form && $0.rank == mapping.rank }
      candidates.append(Candidate(cutter: cutter, receipt: receipt, signs: signs, hasRival: rivals > 1))
    }
  }

  /// What read lines of the sources that were met.
  var met: [MappedReceipt] { candidates.filter(\.wasMet).map(\.receipt) }

  /// Reads a line by the source that knows it.
  mutating func read(
    _ bytes: Span<UInt8>, _ line: Range<Int>, record: Range<Int>, unknown: inout NameList,
    to batch: inout EventBatch
  ) -> Verdict {
    var verdict = Verdict.unknown
    for index in candidates.indices {
      let before = (events: batch.events.count, notes: batch.notes.count)
      var names = NameList()
      guard let reading = candidates[index].read(bytes, line, record, unknown: &names, to: &batch) else {
        continue
      }
      let hasTold = batch.events.count > before.events || batch.notes.count > before.notes
      guard hasTold || reading.rejection != nil else {
        verdict = .others
        continue
      }
      // A line that is refused may not be one of the source, unless something says that it is.
      guard hasTold || candidates[index].holdsSigns else { continue }
      if candidates[index].hasRival, tellsAnother(than: index, bytes, line, record) {
        batch.events.removeLast(batch.events.count - before.events)
        batch.notes.removeLast(batch.notes.count - before.notes)
        return .read(Rejection(.severalSources))
      }
      unknown.add(names)
      candidates[index].wasMet = true
      return .read(reading.rejection)
    }
    return verdict
  }

  /// Whether a source of the same form and rank would tell something of the line, too.
  private mutating func tellsAnother(
    than index: Int, _ bytes: Span<UInt8>, _ line: Range<Int>, _ record: Range<Int>
  ) -> Bool {
    let mapping = candidates[index].receipt.plan.mapping
    var batch = EventBatch(capacity: 1)
    var unknown = NameList()
    for other in candidates.indices where other != index {
      let rival = candidates[other].receipt.plan.mapping
      guard rival.form == mapping.form, rival.rank == mapping.rank else { continue }
      var reader = candidates[other]
      _ = reader.read(bytes, line, record, unknown: &unknown, to: &batch)
    }
    return !batch.events.isEmpty || !batch.notes.isEmpty
  }
}

extension TextSources.Candidate {
  /// - Returns: `nil` for a line of another form, else why it is refused, if it is.
  mutating func read(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ record: Range<Int>, unknown: inout NameList,
    to batch: inout EventBatch
  ) -> TextSources.Reading? {
    guard (try? cutter.cut(bytes, line, unknown: &unknown)) == true else { return nil }
    let values = cutter.values
    let refusal = receipt.read(
      values.values, in: values.bytes.span, record: record, of: bytes, unknown: &unknown, to: &batch)
    return TextSources.Reading(rejection: refusal)
  }

  /// Whether the line that was cut last has all the names that a record must have.
  var holdsSigns: Bool {
    signs.allSatisfy { sign in cutter.values.values.contains { $0.name == sign } }
  }
}

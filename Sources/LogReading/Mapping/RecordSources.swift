import ReceiptModel

/// The sources that the records of a log are of, and for each that was met what reads its records.
struct RecordSources {
  /// Those that were met, in the order in which they were.
  private(set) var receipts: [MappedReceipt] = []
  /// The one whose template fitted, or that read the last record.
  private var current = 0
  /// Whether no record tells its source: it was named, or a table's header or a text's lines tell it.
  private(set) var isNamed = false
  /// Whether a record was of no source, or of several.
  private var hasUnknown = false
  /// Of the first record that was of no source, the one that came nearest, and what it lacked.
  private(set) var nearest: (source: String, lacking: [String])?
  /// Sources that fitted a record equally well.
  private(set) var rivals: [String] = []
  /// Whether the last record was of a mapping: then the next one mostly is, too.
  private(set) var wasMapped = false
  private let options: ReadOptions
  private let learns: Bool
  private var mappings: [SourceMapping] = []
  private var recogniser: RecordRecogniser?
  private var text: TextSources?

  /// - Parameter learns: whether to make templates of records.
  init(options: ReadOptions, learns: Bool = true) {
    self.options = options
    self.learns = learns
    if let mapping = options.mapping { name(mapping) }
  }

  /// What read records of the sources that were met.
  var met: [MappedReceipt] { receipts + (text?.met ?? []) }

  /// Whether each record tells its source; else all that is no Alibaba receipt is refused.
  var areRecognised: Bool { !isNamed && options.recognisesRecords }

  /// Takes all records for those of a mapping.
  ///
  /// - Returns: what reads them.
  @discardableResult
  mutating func name(_ mapping: SourceMapping, isTable: Bool = false) -> MappingPlan {
    var receipt = MappedReceipt(mapping, options: options, learns: learns)
    receipt.isTable = isTable
    receipts = [receipt]
    isNamed = true
    return receipt.plan
  }

  /// Takes the rows behind a header for those of a mapping's table.
  mutating func turn(to mapping: SourceMapping) -> MappingPlan {
    guard let place = receipts.firstIndex(where: { $0.plan.mapping.name == mapping.name }) else {
      var receipt = MappedReceipt(mapping, options: options, learns: learns)
      receipt.isTable = true
      receipts.append(receipt)
      current = receipts.count - 1
      isNamed = true
      return receipt.plan
    }
    current = place
    return receipts[place].plan
  }

  /// The sources of the records, for people: nothing for Alibaba receipts alone.
  ///
  /// - Parameter hasReceipts: whether Alibaba receipts were among them.
  func label(hasReceipts: Bool) -> String {
    var names = met.map(\.plan.mapping.name).sorted()
    if names.isEmpty && hasReceipts { return "" }
    if hasReceipts { names.append("alibaba") }
    if hasUnknown { names.append("unknown") }
    return names.joined(separator: ", ")
  }
}

// MARK: - Reading

extension RecordSources {
  enum Finding {
    /// An Alibaba receipt, or what comes nearest to one.
    case receipt
    case mapped(ShapeSources)
    case refused(RejectionReason)
  }

  /// Whether an object is a record of some mapping as a whole.
  mutating func isOfSource(_ bytes: Span<UInt8>, _ object: Range<Int>) -> Bool {
    guard areRecognised, let (_, verdict) = recognise(bytes, object) else { return false }
    return verdict != .none
  }

  private mutating func recognise(
    _ bytes: Span<UInt8>, _ record: Range<Int>
  ) -> (shape: ShapeSources, verdict: ShapeSources.Verdict)? {
    if recogniser == nil {
      mappings = options.mappings?() ?? []
      recogniser = RecordRecogniser(mappings)
    }
    return recogniser?.recognise(bytes, record)
  }

  /// Reads a line of text by the source that knows it.
  mutating func readText(
    _ bytes: Span<UInt8>, _ line: Range<Int>, record: Range<Int>, unknown: inout NameList,
    to batch: inout EventBatch
  ) -> TextSources.Verdict {
    if text == nil { text = TextSources(options.mappings?() ?? [], options: options) }
    return text?.read(bytes, line, record: record, unknown: &unknown, to: &batch) ?? .unknown
  }

  /// Finds the source of a JSON record, which `read` then reads.
  mutating func find(_ bytes: Span<UInt8>, _ record: Range<Int>) -> Finding {
    wasMapped = false
    guard let (shape, verdict) = recognise(bytes, record) else { return .receipt }
    switch verdict {
    case .source(SourceSigns.receipts): return .receipt
    case .source(let number): return take(number, shape)
    case .several(let numbers):
      if let former = options.formerMapping, let number = numbers.first(where: { mappings[$0] == former }) {
        return take(number, shape)
      }
      hasUnknown = true
      rivals = numbers.map { mappings[$0].name }.sorted()
      return .refused(.severalSources)
    case .none: break
    }
    if let former = options.formerMapping, let number = mappings.firstIndex(of: former) {
      return take(number, shape)
    }
    return findNearest()
  }

  private mutating func take(_ number: Int, _ shape: ShapeSources) -> Finding {
    if let place = receipts.firstIndex(where: { $0.number == number }) {
      current = place
    } else {
      receipts.append(MappedReceipt(mappings[number], options: options, number: number, learns: learns))
      current = receipts.count - 1
    }
    wasMapped = true
    return .mapped(shape)
  }

  private mutating func findNearest() -> Finding {
    hasUnknown = true
    guard let near = recogniser?.nearest() else { return .refused(.unknownSource) }
    if near.source == SourceSigns.receipts { return .receipt }
    nearest = nearest ?? (mappings[near.source].name, near.lacking)
    return .refused(.unknownSource)
  }

  /// Where the record at `start` ends that is of the shape of an earlier one; `tellMatched` takes it.
  mutating func match(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    guard !receipts.isEmpty else { return nil }
    if let end = receipts[current].match(bytes, at: start) { return end }
    for place in receipts.indices where place != current {
      if let end = receipts[place].match(bytes, at: start) {
        current = place
        return end
      }
    }
    return nil
  }

  /// Whether the record that `match` found stands on one line.
  var matchedIsOneLine: Bool { receipts[current].template?.isOneLine ?? true }

  mutating func tellMatched(
    _ record: Range<Int>, of bytes: Span<UInt8>, unknown: inout NameList, to batch: inout EventBatch
  ) -> Rejection? {
    wasMapped = true
    return receipts[current].tellMatched(record, of: bytes, unknown: &unknown, to: &batch)
  }

  /// Reads a JSON record by the source that `find` found, or that was named.
  mutating func read(
    _ bytes: Span<UInt8>, _ record: Range<Int>, of shape: ShapeSources?, unknown: inout NameList,
    to batch: inout EventBatch
  ) -> Rejection? {
    receipts[current].read(bytes, record, of: shape, unknown: &unknown, to: &batch)
  }

  /// Reads a record of named values by the source that was named.
  mutating func read(
    _ values: [NamedValue], in text: Span<UInt8>, record: Range<Int>, of bytes: Span<UInt8>,
    unknown: inout NameList, to batch: inout EventBatch
  ) -> Rejection? {
    receipts[current].read(values, in: text, record: record, of: bytes, unknown: &unknown, to: &batch)
  }
}

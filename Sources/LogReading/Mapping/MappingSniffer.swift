import ReceiptModel

/// Finds the mapping by which all of a log is read: the named one, or that of a table's header.
///
/// Records of JSON and lines of text tell for themselves of what source they are; see `RecordRecogniser`, `TextSources`.
struct MappingSniffer {
  let options: ReadOptions

  init(options: ReadOptions) { self.options = options }

  /// What a mapping says of a log.
  enum Finding {
    /// All of it is read by one mapping.
    case mapped(SourceMapping, LogFormat)
    /// It has lines of text, which tell of what source they are.
    case text(TextLogKind)
  }

  /// What the beginning of a log says of its mapping.
  ///
  /// - Returns: `nil` for a log of Alibaba receipts or of JSON, and when no mapping fits.
  /// - Throws: when several fit equally well.
  func decide(_ head: [UInt8]) throws(InputError) -> Finding? {
    if let mapping = options.mapping { return .mapped(mapping, format(of: head, mapping)) }
    guard options.recognisesRecords else { return nil }
    let text = head.span.unfenced(0..<head.count)
    guard let first = text.first, head[first] != UInt8(ascii: "{"),
      !FormatSniffer.beginsArray(head.span, text), let table = MappedTable(head, text)
    else { return nil }
    guard let former = options.formerMapping else { return try fitting(table, head, text) }
    // Of several that fit equally well the user has chosen once.
    return (try? fitting(table, head, text)) ?? .mapped(former, format(of: head, former))
  }

  private func fitting(
    _ table: MappedTable, _ head: [UInt8], _ text: Range<Int>
  ) throws(InputError) -> Finding? {
    let found = try best { [.csv, .table].contains($0.form) && table.fits($0) }
    if let found { return .mapped(found, .csv) }
    return telling(head, text).map { .text($0) }
  }

  var candidates: [SourceMapping] { options.mappings?() ?? [] }

  /// Of the mappings that fit the one that recognises most.
  private func best(_ fits: (SourceMapping) -> Bool) throws(InputError) -> SourceMapping? {
    let fitting = candidates.filter { !$0.recognition.isEmpty && fits($0) }
    let most = fitting.map(\.rank).max()
    let found = fitting.filter { $0.rank == most }
    guard found.count < 2 else { throw .severalSources(found.map(\.name).sorted()) }
    return found.first
  }

  /// How the records of a mapping lie in a file.
  private func format(of head: [UInt8], _ mapping: SourceMapping) -> LogFormat {
    switch mapping.form {
    case .csv: return .csv
    case .form, .accessLog, .lines: return .text
    case .table, .json: break
    }
    if let named = options.format.format, named != .csv || mapping.form == .table { return named }
    let text = head.span.unfenced(0..<head.count)
    guard let first = text.first else { return .jsonLines }
    if head[first] == UInt8(ascii: "[") { return .json }
    if mapping.form == .table, head[first] != UInt8(ascii: "{") { return .csv }
    return FormatSniffer.isOneALine(head.span, text) ? .jsonLines : .json
  }
}

import ReceiptModel

/// Finds the mapping by which all of a log is read: the named one, or that of a table's header or of lines of text.
///
/// Records of JSON tell for themselves of what source they are; see `RecordRecogniser`.
struct MappingSniffer {
  let options: ReadOptions

  init(options: ReadOptions) { self.options = options }

  /// The mapping of a log that begins with `head`, and the format in which its records lie.
  ///
  /// - Returns: `nil` for a log of Alibaba receipts or of JSON, and when no mapping fits.
  /// - Throws: when several fit equally well.
  func decide(_ head: [UInt8]) throws(InputError) -> (mapping: SourceMapping, format: LogFormat)? {
    if let mapping = options.mapping { return (mapping, format(of: head, mapping)) }
    guard options.recognisesRecords else { return nil }
    let text = head.span.unfenced(0..<head.count)
    guard let first = text.first, !Self.isJSON(head[first]), let table = MappedTable(head, text) else {
      return nil
    }
    guard let former = options.formerMapping else { return try fitting(table, head, text) }
    // Of several that fit equally well the user has chosen once.
    return (try? fitting(table, head, text)) ?? (former, format(of: head, former))
  }

  private func fitting(
    _ table: MappedTable, _ head: [UInt8], _ text: Range<Int>
  ) throws(InputError) -> (mapping: SourceMapping, format: LogFormat)? {
    let found = try best { [.csv, .table].contains($0.form) && table.fits($0) }
    if let found { return (found, .csv) }
    return try textMapping(head, text).map { ($0, .text) }
  }

  private static func isJSON(_ first: UInt8) -> Bool {
    first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Of the mappings that fit the one that recognises most.
  private func best(_ fits: (SourceMapping) -> Bool) throws(InputError) -> SourceMapping? {
    try best(of: candidates.filter { !$0.recognition.isEmpty && fits($0) })
  }

  var candidates: [SourceMapping] { options.mappings?() ?? [] }

  func best(of fitting: [SourceMapping]) throws(InputError) -> SourceMapping? {
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
    switch options.format {
    case .jsonLines: return .jsonLines
    case .json: return .json
    case .csv where mapping.form == .table: return .csv
    case .auto, .csv: break
    }
    let text = head.span.unfenced(0..<head.count)
    guard let first = text.first else { return .jsonLines }
    if head[first] == UInt8(ascii: "[") { return .json }
    if mapping.form == .table, head[first] != UInt8(ascii: "{") { return .csv }
    return FormatSniffer.isOneALine(head.span, text) ? .jsonLines : .json
  }
}

import ReceiptModel

/// Finds the mapping of a log by its first record.
struct MappingSniffer {
  let options: ReadOptions

  init(options: ReadOptions) { self.options = options }

  /// The mapping that was named, or that fits the first record of `head`, or by which it was read before, with the format
  /// in which its records lie.
  ///
  /// - Returns: `nil` for a log of Alibaba receipts, and when no mapping fits.
  /// - Throws: when several fit equally well.
  func decide(_ head: [UInt8]) throws(InputError) -> (mapping: SourceMapping, format: LogFormat)? {
    if let mapping = options.mapping { return (mapping, format(of: head, mapping)) }
    guard let former = options.formerMapping, !isReceiptLog(head) else { return try fitting(head) }
    // Of several that fit equally well the user has chosen once.
    return (try? fitting(head)) ?? (former, format(of: head, former))
  }

  private func fitting(_ head: [UInt8]) throws(InputError) -> (mapping: SourceMapping, format: LogFormat)? {
    guard options.mappings != nil, options.unwrap == nil, options.columns == nil else { return nil }
    let text = head.span.trimmed(0..<head.count)
    guard let first = text.first else { return nil }
    let isJSON = head[first] == UInt8(ascii: "{") || head[first] == UInt8(ascii: "[")
    if isJSON {
      guard let record = firstRecord(of: head, text), !isAlibaba(head, record) else { return nil }
      let found = try best { [.json, .table].contains($0.form) && fits($0, head, record) }
      return found.map { ($0, format(of: head, $0)) }
    }
    guard let table = MappedTable(head, text) else { return nil }
    let found = try best { [.csv, .table].contains($0.form) && table.fits($0) }
    if let found { return (found, .csv) }
    return try textMapping(head, text).map { ($0, .text) }
  }

  /// Whether a log is for certain one of Alibaba receipts: by its first record, or by an option that only those have.
  func isReceiptLog(_ head: [UInt8]) -> Bool {
    if options.unwrap != nil { return true }
    return firstRecord(of: head, head.span.trimmed(0..<head.count)).map { isAlibaba(head, $0) } ?? false
  }

  /// Of the mappings that fit the one that recognises most.
  private func best(_ fits: (SourceMapping) -> Bool) throws(InputError) -> SourceMapping? {
    try best(of: candidates.filter { !$0.recognition.isEmpty && fits($0) })
  }

  var candidates: [SourceMapping] { options.mappings?() ?? [] }

  func best(of fitting: [SourceMapping]) throws(InputError) -> SourceMapping? {
    let most = fitting.map(\.recognition.count).max()
    let found = fitting.filter { $0.recognition.count == most }
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
    let text = head.span.trimmed(0..<head.count)
    guard let first = text.first else { return .jsonLines }
    if head[first] == UInt8(ascii: "[") { return .json }
    if mapping.form == .table, head[first] != UInt8(ascii: "{") { return .csv }
    let line = head.span.firstNewline(in: text) ?? text.upperBound
    // A record that is one line begins and ends there.
    guard line < text.upperBound, let end = JSONValues.endOfValue(head.span, text) else {
      return line < text.upperBound ? .json : .jsonLines
    }
    return end <= line && head.span.trimmed(end..<line).isEmpty ? .jsonLines : .json
  }
}

// MARK: - JSON

extension MappingSniffer {
  /// The first object of a head: the first of an array, when it begins with one.
  private func firstRecord(of head: [UInt8], _ text: Range<Int>) -> Range<Int>? {
    var position = text.lowerBound
    while position < text.upperBound, head[position] == UInt8(ascii: "[") {
      position += 1
      JSONScanner.skipSpace(head.span, &position, text.upperBound)
    }
    guard position < text.upperBound, head[position] == UInt8(ascii: "{") else { return nil }
    return JSONValues.endOfValue(head.span, position..<text.upperBound).map { position..<$0 }
  }

  /// Whether a record has the keys that no Alibaba receipt lacks, itself or under `data`.
  private func isAlibaba(_ head: [UInt8], _ record: Range<Int>) -> Bool {
    let keys = [ReceiptField.appKey, .messageID, .eventType].map {
      Recognition(path: FieldPath(steps: [.key($0.rawValue)]))
    }
    var receipt = SourceMapping(name: "", title: "", source: "", standing: .own, form: .json)
    receipt.recognition = keys
    if fits(receipt, head, record) { return true }
    receipt.parts = RecordParts(keys: ["data"], shape: .elements)
    receipt.recognition = keys.map { Recognition(path: $0.path, isInPart: true) }
    return fits(receipt, head, record)
  }

  private func fits(_ mapping: SourceMapping, _ head: [UInt8], _ record: Range<Int>) -> Bool {
    var receipt = MappedReceipt(mapping, options: options)
    guard (try? receipt.tree.read(head.span, record)) != nil else { return false }
    return receipt.isRecognised
  }
}

extension MappedReceipt {
  /// Whether the record in the tree has everything by which its mapping is recognised.
  var isRecognised: Bool {
    mutating get {
      let recognition = plan.mapping.recognition
      var part: (part: Int, key: Int?)?
      if recognition.contains(where: \.isInPart) {
        guard let first = (try? parts())?.first else { return false }
        part = place(of: first)
      }
      var builder = MappingBuilder(names: plan.names)
      for sign in recognition {
        let path = builder.path(sign.path)
        let found = try? tree.node(
          at: path, part: sign.isInPart ? part?.part ?? 0 : 0, key: sign.isInPart ? part?.key : nil)
        guard let node = found ?? nil, tree.nodes[node].kind != .null else { return false }
        guard !sign.values.isEmpty else { continue }
        guard sign.values.contains(where: { $0.utf8.elementsEqual(tree.scratch[tree.value(at: node).range]) })
        else { return false }
      }
      return true
    }
  }
}

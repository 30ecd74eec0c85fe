import ReceiptModel

/// What an input turned out to be; the raw value is its name in the ledger of files.
package enum LogFormat: String, Sendable {
  /// One object a line.
  case jsonLines = "json-lines"
  /// Arrays of objects, one or several, bare or under `data`.
  case json
  case csv
  /// Tables one behind another, whose headers differ.
  case tables = "csv-tables"
  /// Lines that only a mapping understands: forms, access logs, logs of an app.
  case text

  /// Whether a plain file of it may be read on from where a record ended.
  package var isResumable: Bool {
    switch self {
    case .jsonLines, .csv, .text: true
    case .json, .tables: false
    }
  }
}

/// The format that a user names, or that it is to be found from the content; the raw value is what people type.
package enum FormatChoice: String, CaseIterable, Sendable {
  case auto
  case jsonLines = "jsonl"
  case json, csv

  /// The named format; `nil` when it is to be found.
  var format: LogFormat? {
    switch self {
    case .auto: nil
    case .jsonLines: .jsonLines
    case .json: .json
    case .csv: .csv
    }
  }
}

/// A reader for each format, with what it knows of the log so far.
struct FormatReaders: ~Copyable {
  private var lines: Lines<JSONLines>
  private var values: JSONValues
  private var csv: CSV
  private var text: Lines<TextLines>
  private let countsTail: Bool

  /// - Parameter countsTail: whether what is not whole at the end counts although it may have been cut.
  init(options: ReadOptions, countsTail: Bool) {
    lines = Lines(JSONLines(options: options), countsTail: countsTail)
    values = JSONValues(options: options)
    csv = CSV(options: options, countsTail: countsTail)
    text = Lines(TextLines(), countsTail: countsTail)
    self.countsTail = countsTail
  }

  /// Reads whole records of `range` until it ends or the batch is full.
  ///
  /// - Parameter isLast: whether nothing follows `range`.
  /// - Returns: where the first record begins that was not read.
  mutating func read(
    _ format: LogFormat, _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool,
    account: inout RecordAccount, into batch: inout EventBatch
  ) throws(InputError) -> Int {
    switch format {
    case .jsonLines:
      try lines.read(bytes, range, isLast: isLast, account: &account, into: &batch)
    case .json:
      try values.read(
        bytes, range, until: JSONValues.End(isLast: isLast, countsTail: countsTail), account: &account,
        into: &batch)
    case .csv, .tables:
      try csv.read(bytes, range, isLast: isLast, account: &account, into: &batch)
    case .text where account.sources.isNamed:
      try text.read(bytes, range, isLast: isLast, account: &account, into: &batch)
    case .text:
      try lines.read(bytes, range, isLast: isLast, account: &account, into: &batch)
    }
  }

  /// What a log that is read as `format` has turned out to be so far.
  func found(_ format: LogFormat) -> LogFormat {
    switch format {
    // Inside of a value there is no place to go on from.
    case .jsonLines, .text: lines.reader.isInside ? .json : format
    case .csv: csv.hasTurned ? .tables : .csv
    case .json, .tables: format
    }
  }

  /// All of the log is read by one mapping.
  mutating func take(_ plan: MappingPlan) {
    csv.plan = plan
    text.reader.cutter = LineCutter(plan)
  }

  /// The log has lines of text, which tell of what source they are.
  mutating func take(_ telling: TextLogKind) { lines.reader.telling = telling }

  /// Learns from the beginning of a file that is to be read from further on.
  mutating func learn(_ format: LogFormat, from head: Span<UInt8>) throws(InputError) {
    if format == .csv { try csv.learnHeader(head) }
  }

  /// What is not whole at the end of a part never will be.
  mutating func endPart() { lines.countsTail = true }

  /// Throws when there were lines of text and none of them was of the mapping's form.
  func requireAFittingLine() throws(InputError) { try text.reader.requireAFittingLine() }
}

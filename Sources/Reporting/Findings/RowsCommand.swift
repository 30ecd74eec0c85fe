internal import Assets
package import ReceiptModel

/// The command that shows the rows behind a finding.
package struct RowsCommand: Sendable {
  /// The judged stretch, milliseconds UTC.
  package var window: Range<Int64>?
  package var asOf: Instant
  package var zone: ReportZone
  /// `--db` with its path and the like; empty for the ledger of the current folder.
  package var ledgerOptions: [String]

  package init(window: Range<Int64>?, asOf: Instant, zone: ReportZone, ledgerOptions: [String] = []) {
    self.window = window
    self.asOf = asOf
    self.zone = zone
    self.ledgerOptions = ledgerOptions
  }

  /// The command line, ready for a shell; `nil` when the finding names no stored query.
  ///
  /// Of the window, the AppKey and the scope it says what the query has a parameter for. What a command line cannot say
  /// is left out, so that it shows more rows rather than others.
  package func line(for finding: Finding) -> String? {
    guard let query = finding.rows.flatMap(NamedQuery.init) else { return nil }
    let known = Set(QueryHeader(of: query.text).parameterNames)
    var words = ["pushledger", "query", query.rawValue]
    words += ledgerOptions.chunks.flatMap { option in
      let shown = option.compactMap(ShellText.word)
      return shown.count == option.count ? shown : []
    }
    if let window {
      for (name, time) in [("since", window.lowerBound), ("until", window.upperBound)]
      where known.contains(name) {
        words += ["--\(name)", zone.iso(Instant(milliseconds: time))]
      }
    }
    if known.contains("as_of") { words += ["--as-of", zone.iso(asOf)] }
    if !finding.appKey.isEmpty, known.contains("app_key") { words += Self.appKey(finding.appKey) }
    for entry in finding.scope.entries where known.contains(entry.part.rawValue) {
      words += Self.parameter(entry.part.rawValue, entry.value)
    }
    return words.joined(separator: " ")
  }

  /// `--app-key` where the key can be the value of an option.
  private static func appKey(_ key: String) -> [String] {
    if key.utf8.first != UInt8(ascii: "-"), let word = ShellText.word(key) { return ["--app-key", word] }
    return parameter("app_key", key)
  }

  /// A value that `query` would take for a number, or for quoted, is quoted for it, and what ends in a line break too.
  private static func parameter(_ name: String, _ value: String) -> [String] {
    let quote = UInt8(ascii: "'")
    let isNumber = Int64(value).map { String($0) == value } ?? false
    let isQuoted = value.utf8.count > 1 && value.utf8.first == quote && value.utf8.last == quote
    let endsLine = value.unicodeScalars.last == "\n"
    let shown = isNumber || isQuoted || endsLine ? "'\(value)'" : value
    return ShellText.word("\(name)=\(shown)").map { ["--param", $0] } ?? []
  }
}

extension [String] {
  /// Options with their values, two by two.
  fileprivate var chunks: [[String]] {
    stride(from: 0, to: count, by: 2).map { Array(self[$0..<Swift.min($0 + 2, count)]) }
  }
}

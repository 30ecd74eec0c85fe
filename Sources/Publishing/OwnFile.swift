import Assets
import Ledger
import Prose
import Reporting
import SQLite

/// Tells files that this program wrote from logs, by the exact bytes with which it begins such files.
///
/// It guesses nothing: a log that merely looks like a result is a log. So it does not recognise the rows of somebody's
/// own SELECT, nor the pages of somebody's own template.
package struct OwnFile: Sendable {
  /// The kinds of rows by their columns, joined by commas.
  private let rows: [String: OwnFileKind]

  package init() {
    var rows: [String: OwnFileKind] = [:]
    for query in NamedQuery.all {
      let columns = QueryHeader(of: query.text).columns.map(\.name)
      rows[columns.joined(separator: ",")] = .answer(query: query.name)
    }
    // Only views that conclude something about messages are here; a dump of `events` says nothing but what is so.
    for view in PublicView.all where ["deliveries", "flags", "messages"].contains(view.name) {
      rows[view.columns.map(\.name).joined(separator: ",")] = .dump(view: view.name)
    }
    for dataSet in DataSetKind.allCases.map({ $0.description(fileColumns: PublicView.fileColumns) }) {
      rows[dataSet.columns.map(\.name).joined(separator: ",")] = .dataSet(dataSet.name)
    }
    self.rows = rows
  }

  /// What the file is that begins with `head`; `nil` for what may be a log.
  package func kind(_ head: [UInt8]) -> OwnFileKind? {
    if let number = ApplicationID.of(head) { return Self.databases[number] }
    // The head may end within a character, and nothing here depends on that one.
    let text = String(decoding: head, as: UTF8.self)
    let known = Self.beginnings.first { text.utf8.starts(with: $0.bytes.utf8) }
    if let known { return known.kind }
    return Self.isReport(text) ? .report : columns(head).flatMap { rows[$0] }
  }

  /// The kinds of databases by the numbers in their headers.
  private static let databases = [
    ApplicationID.ledger: OwnFileKind.ledger, ApplicationID.snapshot: .snapshot,
  ]

  private static let beginnings: [(bytes: String, kind: OwnFileKind)] = [
    (bytes: "{\n  \"tool\": \"pushledger\",\n", kind: .manifest),
    (
      bytes: "{\n  \"profile\": \"tabular-data-package\",\n  \"name\": \"pushledger-export\",\n",
      kind: .dataPackage
    ),
    (bytes: "{\n  \"cells\": [\n    {\n      \"ack_eligible\": ", kind: .simulatedTruth),
    (bytes: "{\n  \"title\": \"Push delivery\",\n  \"databases\": {\n", kind: .snapshotMetadata),
    (bytes: "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", kind: .chart),
  ]
}

extension OwnFile {
  private static func isReport(_ text: String) -> Bool {
    if text.hasPrefix("<!DOCTYPE html>\n<html lang=\"") {
      return text.contains(
        """
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-
        """)
    }
    guard text.hasPrefix("# ") else { return false }
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[1].isEmpty else { return false }
    // Languages are only read here, since hardly any file of an import begins so.
    let titles = ReportTemplate.all.compactMap(ReportTitle.init)
    return LanguageTag.allCases.map(LanguageCatalogue.language).contains { language in
      titles.contains { $0.isTitle(lines[0], in: language) }
    }
  }

  /// The columns of a table's first line or first record, joined by commas.
  private func columns(_ head: [UInt8]) -> String? {
    var rest = head[...]
    if rest.starts(with: "[\n  {".utf8) { rest = rest.dropFirst(4) }
    if rest.first == UInt8(ascii: "{") { return Self.keys(rest) }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = rest[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// The keys of the object at the beginning, joined by commas; `nil` when it is not written as ours are: in one line,
  /// without blanks, and nothing nested.
  private static func keys(_ bytes: ArraySlice<UInt8>) -> String? {
    var names: [String] = []
    var rest = bytes
    while let mark = rest.popFirst(), mark == (names.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ",")) {
      guard let name = text(&rest), rest.popFirst() == UInt8(ascii: ":") else { return nil }
      names.append(name)
      if rest.first == UInt8(ascii: "\"") {
        guard text(&rest) != nil else { return nil }
      } else {
        rest = rest.drop { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
      }
      if rest.first == UInt8(ascii: "}") { return names.joined(separator: ",") }
    }
    return nil
  }

  /// Takes a text in quotes and leaves its escapes as they are.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    let bytes = rest
    let start = rest.startIndex
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
      if byte == UInt8(ascii: "\"") {
        return String(decoding: bytes[start..<rest.startIndex - 1], as: UTF8.self)
      }
    }
    return nil
  }
}

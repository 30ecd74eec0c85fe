package import Prose

extension FailureReasons {
  /// Why a table cannot be used.
  package struct Mistake: Error, Equatable {
    /// From 1 on.
    package var line: Int
    package var message: Phrase
  }

  package static let columns = ["channel", "code", "text", "category", "meaning", "advice"]

  /// Reads a table: CSV by RFC 4180 with the header `channel,code,text,category,meaning,advice`.
  ///
  /// An empty channel, code or text stands for any, and a text that ends in `*` for all that begin so.
  package init(csv: String) throws(Mistake) {
    var records = try Self.records(csv)[...]
    // Spreadsheets put a byte order mark before the first name.
    var header = records.popFirst()
    if let first = header?.cells.first, first.hasPrefix("\u{FEFF}") {
      header?.cells[0] = String(first.unicodeScalars.dropFirst())
    }
    guard header?.cells == Self.columns else {
      throw Mistake(line: 1, message: "the header must be \(Self.columns.joined(separator: ","))")
    }
    var entries: [Entry] = []
    var seen: Set<[String]> = []
    for record in records {
      let entry = try Self.entry(record)
      guard seen.insert([entry.channel, entry.code, entry.text, entry.isPrefix ? "*" : ""]).inserted else {
        throw Mistake(line: record.line, message: "a row for the same channel, code and text stands above")
      }
      entries.append(entry)
    }
    self.init(entries)
  }

  private static func entry(_ record: (line: Int, cells: [String])) throws(Mistake) -> Entry {
    let (line, cells) = record
    guard cells.count == columns.count else {
      throw Mistake(
        line: line, message: "\(figure: "\(cells.count)") columns instead of \(figure: "\(columns.count)")")
    }
    guard let category = Category(rawValue: cells[3]) else {
      let known = Category.allCases.map(\.rawValue).joined(separator: ", ")
      throw Mistake(line: line, message: "the category must be one of \(known)")
    }
    for (column, cell) in [("meaning", cells[4]), ("advice", cells[5])] where cell.isEmpty {
      throw Mistake(line: line, message: "the \(column) is missing")
    }
    let isPrefix = cells[2].hasSuffix("*")
    let text = isPrefix ? String(cells[2].dropLast()) : cells[2]
    guard !cells[1].isEmpty || !text.isEmpty else {
      throw Mistake(line: line, message: "neither a code nor a text is given")
    }
    return Entry(
      channel: cells[0].lowercased(), code: cells[1].lowercased(), text: text.lowercased(),
      isPrefix: isPrefix, category: category, meaning: cells[4], advice: cells[5])
  }

  /// The records with the line each begins in; empty lines are none.
  private static func records(_ csv: String) throws(Mistake) -> [(line: Int, cells: [String])] {
    var records: [(line: Int, cells: [String])] = []
    var (cells, cell, line, start) = ([String](), String.UnicodeScalarView(), 1, 1)
    var (isQuoted, wasQuoted) = (false, false)

    func endRecord() {
      if !cells.isEmpty || !cell.isEmpty || wasQuoted { records.append((start, cells + [String(cell)])) }
      (cells, cell, wasQuoted) = ([], String.UnicodeScalarView(), false)
    }

    for scalar in csv.unicodeScalars {
      switch scalar {
      case "\"" where isQuoted: isQuoted = false
      case "\"" where wasQuoted:
        // Two quotes inside a quoted cell are one.
        cell.append(scalar)
        isQuoted = true
      case "\"":
        guard cell.isEmpty else { throw Mistake(line: line, message: "a quote in the middle of a cell") }
        (isQuoted, wasQuoted) = (true, true)
      case "," where !isQuoted:
        cells.append(String(cell))
        (cell, wasQuoted) = (String.UnicodeScalarView(), false)
      case "\n" where !isQuoted:
        endRecord()
        start = line + 1
      case "\r" where !isQuoted: break
      default:
        guard isQuoted || !wasQuoted else {
          throw Mistake(line: line, message: "something stands after a closing quote")
        }
        cell.append(scalar)
      }
      if scalar == "\n" { line += 1 }
    }
    guard !isQuoted else { throw Mistake(line: start, message: "a quote is not closed") }
    endRecord()
    return records
  }
}

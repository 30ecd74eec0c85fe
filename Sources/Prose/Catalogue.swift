/// A catalogue of translations: a file in the .po format of GNU gettext, of which plural forms are not used.
///
/// "The Format of PO Files", GNU gettext manual.
package struct Catalogue: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// The English key.
    package var key: String
    /// Empty while nobody has translated it.
    package var translation: String
    /// Whether somebody has to look at it again; then English is shown.
    package var isFuzzy: Bool
    /// Where the entry begins in the file, from 1.
    package var line: Int
  }

  /// In the order of the file, without the entry of the empty key, which says what the file is.
  package private(set) var entries: [Entry] = []

  /// By key, what can be shown.
  package var translations: [String: String] {
    entries.reduce(into: [:]) { translations, entry in
      if !entry.translation.isEmpty, !entry.isFuzzy { translations[entry.key] = entry.translation }
    }
  }

  /// - Throws: `CatalogueError` for the first line that is not of the format, and for a key that stands there twice.
  package init(parsing text: String) throws(CatalogueError) {
    var reader = CatalogueReader()
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      try reader.read(line, number: place + 1)
    }
    try reader.end()
    entries = reader.entries.filter { !$0.key.isEmpty }
  }
}

/// What is wrong with a catalogue, and where.
package struct CatalogueError: Error, Equatable {
  /// From 1.
  package var line: Int
  package var message: Phrase
}

/// Takes a catalogue line by line.
private struct CatalogueReader {
  private enum Field {
    case key, translation
  }

  private(set) var entries: [Catalogue.Entry] = []
  private var keys: Set<String> = []
  private var open: Catalogue.Entry?
  private var field: Field?
  private var isFuzzy = false

  mutating func read(_ line: Substring, number: Int) throws(CatalogueError) {
    let text = line.trimmingBlanks
    if text.isEmpty { return }
    if text.hasPrefix("#") {
      // A comment belongs to the entry below it.
      if field == .translation { try end() }
      if text.hasPrefix("#,"), text.contains("fuzzy") { isFuzzy = true }
    } else if let rest = text.after("msgid ") {
      try end()
      open = Catalogue.Entry(key: try string(rest, number), translation: "", isFuzzy: isFuzzy, line: number)
      field = .key
      isFuzzy = false
    } else if let rest = text.after("msgstr ") {
      guard field == .key else { throw CatalogueError(line: number, message: "msgstr without a msgid") }
      let translation = try string(rest, number)
      open?.translation = translation
      field = .translation
    } else if text.hasPrefix("\"") {
      let more = try string(text, number)
      guard var entry = open else { throw CatalogueError(line: number, message: "text without a msgid") }
      if field == .key { entry.key += more } else { entry.translation += more }
      open = entry
    } else {
      throw CatalogueError(line: number, message: "neither a comment nor msgid, msgstr or text in quotes")
    }
  }

  /// Ends the entry that is open.
  mutating func end() throws(CatalogueError) {
    defer { (open, field) = (nil, nil) }
    guard let open else { return }
    guard field == .translation else {
      throw CatalogueError(line: open.line, message: "msgid without a msgstr")
    }
    guard keys.insert(open.key).inserted else {
      throw CatalogueError(line: open.line, message: "the same msgid stands above")
    }
    entries.append(open)
  }

  /// What a text in quotes means.
  private func string(_ quoted: Substring, _ number: Int) throws(CatalogueError) -> String {
    guard quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else {
      throw CatalogueError(line: number, message: "a quotation mark is missing")
    }
    var text = ""
    var rest = quoted.dropFirst().dropLast()
    while let character = rest.popFirst() {
      guard character == "\\" else {
        guard character != "\"" else {
          throw CatalogueError(line: number, message: "a quotation mark inside a text needs a backslash")
        }
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      default: throw CatalogueError(line: number, message: "only \\n, \\t, \\\" and \\\\ are known")
      }
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }

  fileprivate func after(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count).trimmingBlanks : nil
  }
}

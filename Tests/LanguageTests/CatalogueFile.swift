import Assets
import Foundation
import Prose

/// A catalogue in the folder `languages`, as tests read and write it.
struct CatalogueFile {
  let tag: LanguageTag
  let url: URL
  let text: String
  let catalogue: Catalogue

  init(_ tag: LanguageTag) throws {
    self.tag = tag
    url = PhraseSources.root.appending(path: "languages/\(tag.rawValue).po")
    text = try String(contentsOf: url, encoding: .utf8)
    catalogue = try Catalogue(parsing: text)
  }

  /// Writes the catalogue anew: the given keys in their order, with the translations there were.
  ///
  /// What is new gets an empty translation, for which English is shown; what nothing uses any more is left out.
  func write(_ uses: [PhraseSources.Use]) throws {
    // What says what the file is ends where the first entry names its source.
    let head = text.components(separatedBy: "\n\n#:")[0]
    var entries: [String: Catalogue.Entry] = [:]
    for entry in catalogue.entries { entries[entry.key] = entry }
    var seen: Set<String> = []
    let blocks = uses.filter { seen.insert($0.key).inserted }.map { use in
      let entry = entries[use.key]
      return "#: \(use.file)\n" + (entry?.isFuzzy == true ? "#, fuzzy\n" : "")
        + Self.field("msgid", use.key) + Self.field("msgstr", entry?.translation ?? "")
    }
    let file =
      ([head.hasSuffix("\n") ? String(head.dropLast()) : head] + blocks.map { String($0.dropLast()) })
      .joined(separator: "\n\n") + "\n"
    try Data(file.utf8).write(to: url)
  }

  private static func field(_ name: String, _ text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    guard lines.count > 1 else { return "\(name) \(quoted(text))\n" }
    let parts = lines.dropLast().map { $0 + "\n" } + (lines.last == "" ? [] : [lines[lines.count - 1]])
    return "\(name) \"\"\n" + parts.map { quoted($0) + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t") + "\""
  }
}

import Prose
import ReceiptModel

/// An explanation as people read it: headings, sentences, lists and tables, in plain text or in Markdown.
struct ExplainPage {
  enum Block {
    case heading(Phrase)
    /// The heading of a part below another heading.
    case subheading(Phrase)
    /// Begins with a capital letter, where the language has such.
    case sentence(Phrase)
    case note(Phrase)
    case list([Phrase])
    case table(ResultTable)
  }

  var title: Phrase
  var language: Language
  var blocks: [Block] = []

  mutating func add(_ block: Block) { blocks.append(block) }

  /// A list under its heading, or nothing when the list is empty.
  mutating func add(_ heading: Phrase, _ list: [Phrase]) {
    guard !list.isEmpty else { return }
    blocks += [.subheading(heading), .list(list)]
  }

  /// For a terminal: nothing in it moves the cursor.
  var text: String {
    let blocks = blocks.map { block in
      switch block {
      case .heading(let heading), .subheading(let heading): "\n\(escaped(heading))\n"
      case .sentence(let sentence): escaped(sentence).capitalisedFirst + "\n"
      case .note(let note): escaped(note) + "\n"
      case .list(let items): items.map { "  - \(escaped($0))\n" }.joined()
      case .table(let table): TerminalFormat().text(of: table)
      }
    }
    return escaped(title) + "\n" + blocks.joined()
  }

  private func escaped(_ phrase: Phrase) -> String { TerminalFormat.escaped(phrase.plain(in: language)) }

  /// GitHub Flavored Markdown: texts of the log render as themselves.
  var markdown: String {
    let blocks = blocks.map { block in
      switch block {
      case .heading(let heading): "## \(markdown(heading))\n"
      case .subheading(let heading): "### \(markdown(heading))\n"
      case .sentence(let sentence): markdown(sentence).capitalisedFirst + "\n"
      case .note(let note): markdown(note) + "\n"
      case .list(let items): items.map { "- \(markdown($0))\n" }.joined()
      case .table(let table): MarkdownFormat().text(of: table)
      }
    }
    return (["# \(markdown(title))\n"] + blocks).joined(separator: "\n")
  }

  /// A line that begins with words of this program and may hold texts of the log.
  ///
  /// Behind the first word a parenthesis means nothing unless a bracket stands before it, which is escaped, and a full
  /// stop means nothing at all; so both stay readable.
  private func markdown(_ line: Phrase) -> String {
    let escaped = MarkdownText.escaped(line.plain(in: language))
    // A line that might become a link is code as a whole, where backslashes stand for themselves.
    guard escaped.utf8.first != UInt8(ascii: "`") else { return escaped }
    var result = ""
    var rest = Substring(escaped)
    while let scalar = rest.unicodeScalars.popFirst() {
      // Every backslash of an escaped text belongs to the character after it, so they are read in pairs.
      guard scalar == "\\", let next = rest.unicodeScalars.popFirst() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if !["(", ")", "."].contains(next) { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(next)
    }
    return result
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

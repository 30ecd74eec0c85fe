internal import ReceiptModel

/// An explanation as people read it: headings, sentences, lists and tables, in plain text or in Markdown.
struct ExplainPage {
  enum Block {
    case heading(String)
    case sentence(String)
    case list([String])
    case table(ResultTable)
  }

  var title: String
  var blocks: [Block] = []

  mutating func add(_ block: Block) { blocks.append(block) }

  /// A heading with a list, or nothing when the list is empty.
  mutating func add(_ heading: String, _ list: [String]) {
    guard !list.isEmpty else { return }
    blocks += [.heading(heading), .list(list)]
  }

  /// For a terminal: nothing in it moves the cursor.
  var text: String {
    let blocks = blocks.map { block in
      switch block {
      case .heading(let heading): "\n\(TerminalFormat.escaped(heading))\n"
      case .sentence(let sentence): TerminalFormat.escaped(sentence) + "\n"
      case .list(let items): items.map { "  - \(TerminalFormat.escaped($0))\n" }.joined()
      case .table(let table): TerminalFormat.text(of: table)
      }
    }
    return TerminalFormat.escaped(title) + "\n" + blocks.joined()
  }

  /// GitHub Flavored Markdown: texts of the log render as themselves.
  var markdown: String {
    let blocks = blocks.map { block in
      switch block {
      case .heading(let heading): "## \(MarkdownText.escaped(heading))\n"
      case .sentence(let sentence): MarkdownText.escaped(sentence) + "\n"
      case .list(let items): items.map { "- \(MarkdownText.escaped($0))\n" }.joined()
      case .table(let table): MarkdownFormat.text(of: table)
      }
    }
    return (["# \(MarkdownText.escaped(title))\n"] + blocks).joined(separator: "\n")
  }
}

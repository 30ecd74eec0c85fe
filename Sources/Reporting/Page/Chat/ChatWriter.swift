import JSONWriting
package import Prose

/// Writes a page as messages for a chat's webhook: one JSON object a line, each within the chat's limits.
package struct ChatWriter: Sendable {
  private let markup: any ChatMarkup
  private let language: Language

  package init(_ dialect: ChatDialect, language: Language = .english) {
    markup = dialect.markup
    self.language = language
  }

  /// The messages; a page that is too long for one becomes several, cut between lines.
  package func text(of page: Page) -> String {
    let title = page.title?.plain(in: language) ?? ""
    return Self.parts(page.blocks.flatMap(lines), limit: markup.messageLimit, size: markup.size).map {
      String(decoding: markup.payload(title: title, lines: $0).lineBytes, as: UTF8.self)
    }.joined()
  }

  /// Lines put together as long as they fit, with a line break between them.
  static func parts(_ lines: [String], limit: Int, size: (String) -> Int) -> [[String]] {
    var parts: [[String]] = []
    var taken = 0
    for line in lines {
      let length = size(line) + 1
      if parts.isEmpty || taken + length > limit {
        parts.append([])
        taken = 0
      }
      parts[parts.count - 1].append(line)
      taken += length
    }
    return parts
  }

  private func lines(_ block: Page.Block) -> [String] {
    switch block {
    case .heading(let phrase, _): [line(phrase, markup.heading)]
    case .paragraph(let phrase): [line(phrase) { $0 }]
    case .list(let items): items.flatMap { lines($0, depth: 0) }
    case .table(let table):
      table.rows.map { row in line(Self.sentence(row, table)) { markup.item($0, depth: 0) } }
    case .code(let code): code.split(separator: "\n").map { line(.code(String($0))) { $0 } }
    case .chart: []
    }
  }

  private func lines(_ item: Page.Item, depth: Int) -> [String] {
    [line(item.phrase) { markup.item($0, depth: depth) }] + item.items.flatMap { lines($0, depth: depth + 1) }
  }

  /// A row as `first: title cell, title cell`, since tables are not for every chat.
  private static func sentence(_ row: [Phrase], _ table: PageTable) -> Phrase {
    let rest = zip(table.columns, row).dropFirst().filter { !$0.1.isEmpty }.map {
      "\($0.0.title) \($0.1)" as Phrase
    }
    guard let first = row.first else { return .empty }
    return rest.isEmpty ? first : "\(first): \(rest.joined())"
  }

  /// A phrase as one line; where it is too long, values are cut, and in the end the whole.
  private func line(_ phrase: Phrase, _ place: (String) -> String) -> String {
    for limit in [500, 120, 30] {
      let line = place(markedUp(phrase, limit: limit))
      if markup.size(line) <= markup.lineLimit { return line }
    }
    // No escape makes a scalar more than twelve times as long.
    return place(markup.text(phrase.plain(in: language).cut(to: markup.lineLimit / 12 - 10)))
  }

  /// Our own words, with names of columns as code, since a `_` in them would set what follows in italics.
  private func marked(_ words: String) -> String {
    var (line, run) = ("", "")
    func end() {
      line += run.contains("_") ? markup.code(run) : markup.words(run)
      run = ""
    }
    for character in words {
      if character == "_" || character.isASCII && (character.isLetter || character.isNumber) {
        run.append(character)
      } else {
        end()
        line += markup.words(String(character))
      }
    }
    end()
    return line
  }

  private func markedUp(_ phrase: Phrase, limit: Int) -> String {
    phrase.tokens(in: language).reduce(into: "") { line, token in
      switch token {
      case .words(let words): line += marked(ChatText.oneLine(words))
      case .strong: line += markup.strong
      case .literal(let code): line += markup.code(code)
      case .link(let words, _): line += markup.words(ChatText.oneLine(words))
      case .reference(let text, let target) where text == target: line += markup.link(target)
      case .text(let text), .reference(let text, _): line += markup.text(text.cut(to: limit))
      case .figure(let figure): line += marked(figure)
      case .code(let code): line += markup.code(code.cut(to: limit))
      case .bar, .sparkline: break
      }
    }
  }
}

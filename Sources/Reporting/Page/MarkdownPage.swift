package import Prose

/// Writes a page as GitHub Flavored Markdown that is also readable as it stands.
package struct MarkdownPage: Sendable {
  var language: Language
  /// The files of charts by their id, relative to the page; a chart without one is left out, as its numbers stand in
  /// a table anyway.
  var chartFiles: [String: String]

  package init(language: Language = .english, chartFiles: [String: String] = [:]) {
    self.language = language
    self.chartFiles = chartFiles
  }

  /// The page; every line ends with LF.
  package func text(of page: Page) -> String {
    let blocks = inOrder(page.blocks).compactMap(text)
    return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
  }

  /// The blocks with the details of each section at its end, so that what is above them stands on one screen.
  private func inOrder(_ blocks: [Page.Block]) -> [Page.Block] {
    var (ordered, details): ([Page.Block], [Page.Item]) = ([], [])
    func end() {
      // Between two lists there has to be something, or they are one.
      if !details.isEmpty { ordered += [.paragraph("In detail:"), .list(details)] }
      details = []
    }
    for block in blocks {
      if case .heading = block { end() }
      if case .list(let items) = block {
        details += items.compactMap(\.details).map { Page.Item("**\($0.name)**", $0.items) }
      }
      ordered.append(block)
    }
    end()
    return ordered
  }

  private func text(of block: Page.Block) -> String? {
    switch block {
    case .heading(let phrase, let level): "\(String(repeating: "#", count: level)) \(text(phrase))"
    case .paragraph(let phrase): text(phrase)
    case .list(let items): lines(items, indent: "").joined(separator: "\n")
    case .table(let table):
      MarkdownTable(
        table.columns.map { MarkdownTable.Column(title: text($0.title), isNumber: $0.isNumber) },
        rows: table.rows.map { $0.map(text) }
      ).text
    case .code(let code): CodeBlock(text: code).text
    case .chart(let chart):
      chartFiles[chart.id].map { "![\(text(chart.title)): \(text(chart.summary))](\($0))" }
    }
  }

  private func lines(_ items: [Page.Item], indent: String) -> [String] {
    items.flatMap { ["\(indent)- \(text($0.phrase))"] + lines($0.items, indent: indent + "  ") }
  }

  private func text(_ phrase: Phrase) -> String {
    phrase.tokens(in: language).reduce(into: "") { text, token in
      switch token {
      case .words(let words): text += words
      case .strong: text += "**"
      case .literal(let code): text += "`\(code)`"
      case .link(let words, let target): text += "[\(words)](\(target))"
      case .reference(let value, let target): text += "[\(MarkdownText.escaped(value))](\(target))"
      case .text(let value): text += MarkdownText.escaped(value)
      case .figure(let value): text += value
      case .code(let value): text += MarkdownText.code(value)
      case .bar(let share): text += Bars.bar(share)
      case .sparkline(let line): text += Bars.sparkline(line.values, leastSpan: line.leastSpan)
      }
    }
  }
}

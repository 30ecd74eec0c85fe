import Prose
import ReceiptModel

/// The body of a page, block after block; it keeps count of what has a name.
struct HTMLBody {
  private let phrases: HTMLPhrase
  private let page: Page
  private var anchors = Anchors()
  private var tables = 0
  private var charts = 0
  /// The words of the last heading, by which tables are called.
  private var heading: Phrase = .empty
  /// Whether the title was the last block: what follows it is the report in a sentence.
  private var isAfterTitle = false

  init(language: Language, page: Page) {
    phrases = HTMLPhrase(language: language)
    self.page = page
  }

  mutating func html() -> HTMLText {
    var pieces: [HTMLText] = []
    // The list of contents names anchors that only get their names while the blocks are written.
    var contents: [(anchor: String, words: Phrase)] = []
    var placeOfContents: Int?
    for block in page.blocks {
      let wasAfterTitle = isAfterTitle
      isAfterTitle = false
      switch block {
      case .heading(let phrase, let level):
        let anchor = anchors.name(for: phrase.plain())
        if level == 2 {
          placeOfContents = placeOfContents ?? pieces.count
          contents.append((anchor, phrase))
        }
        heading = phrase
        isAfterTitle = level == 1
        pieces.append(title(phrase, level: level, anchor: anchor))
      case .paragraph(let phrase):
        pieces.append(wasAfterTitle ? lead(phrase) : "<p>\(phrases.html(phrase))</p>")
      case .list(let items): pieces.append(list(items))
      case .table(let table): pieces.append(self.table(table))
      case .code(let code):
        pieces.append("<pre tabindex=\"0\"><code>\(code)</code></pre>")
      case .chart(let chart): pieces.append(figure(chart))
      }
    }
    if let placeOfContents, contents.count > 3 { pieces.insert(list(contents), at: placeOfContents) }
    return pieces.joined(separator: "\n")
  }

  private func title(_ phrase: Phrase, level: Int, anchor: String) -> HTMLText {
    let words = phrases.html(phrase)
    return switch level {
    case 1: "<h1 id=\"\(anchor)\">\(words)</h1>"
    case 2: "<h2 id=\"\(anchor)\">\(words)</h2>"
    case 3: "<h3 id=\"\(anchor)\">\(words)</h3>"
    case 4: "<h4 id=\"\(anchor)\">\(words)</h4>"
    case 5: "<h5 id=\"\(anchor)\">\(words)</h5>"
    default: "<h6 id=\"\(anchor)\">\(words)</h6>"
    }
  }

  private func list(_ contents: [(anchor: String, words: Phrase)]) -> HTMLText {
    let name: Phrase = "Contents"
    let items = contents.map {
      "<li><a href=\"#\($0.anchor)\">\(phrases.html($0.words))</a></li>" as HTMLText
    }
    return "<nav aria-label=\"\(plain(name))\"><ul>\(items.joined())</ul></nav>"
  }

  /// The first paragraph, in the colour of the worst finding; its words say how bad it is.
  private func lead(_ phrase: Phrase) -> HTMLText {
    let items = page.blocks.flatMap { block in
      if case .list(let items) = block { items } else { [] as [Page.Item] }
    }
    let worst = items.compactMap(\.severity).max()
    return "<p class=\"lead\(worst.map(Self.style) ?? "")\">\(phrases.html(phrase))</p>"
  }

  private func list(_ items: [Page.Item]) -> HTMLText {
    let style: HTMLText = items.contains { $0.severity != nil } ? " class=\"findings\"" : ""
    let rows = items.map { item -> HTMLText in
      let mark: HTMLText = item.severity.map { " class=\"finding\(Self.style($0))\"" } ?? ""
      let words: HTMLText = "\(phrases.html(item.phrase))\(item.items.isEmpty ? "" : list(item.items))"
      guard let details = item.details else { return "<li\(mark)>\(words)</li>" }
      return """
        <li\(mark)><details><summary>\(words)</summary>
        \(list(details.items))</details></li>
        """
    }
    return "<ul\(style)>\(rows.joined(separator: "\n"))</ul>"
  }

  private static func style(_ severity: Severity) -> HTMLText {
    switch severity {
    case .info: " info"
    case .warning: " warning"
    case .critical: " critical"
    }
  }

  /// A table that scrolls in its own box when the screen is narrow, also by keyboard.
  private mutating func table(_ table: PageTable) -> HTMLText {
    tables += 1
    let first = table.columns.first.map { plain($0.title) } ?? ""
    let name = [plain(heading), first].filter { !$0.isEmpty }.reduce(into: [String]()) { names, name in
      if names.last != name { names.append(name) }
    }
    let head = table.columns.map { column -> HTMLText in
      guard !column.title.isEmpty else { return "<td></td>" }
      return "<th scope=\"col\"\(Self.style(column))>\(phrases.html(column.title))</th>"
    }
    let rows = table.rows.map { row -> HTMLText in
      let cells = zip(row, table.columns).enumerated().map { place, cell -> HTMLText in
        let words = phrases.html(cell.0)
        if place == 0, !cell.1.isNumber { return "<th scope=\"row\">\(words)</th>" }
        return "<td\(Self.style(cell.1))>\(words)</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    let element: HTMLText = """
      <table><caption id="table-\(tables)">\(name.joined(separator: ": "))</caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table>
      """
    // Two or three columns fit any screen, and need no stop for the keyboard.
    guard table.columns.count > 3 else { return "<div class=\"table\">\(element)</div>" }
    let style: HTMLText = table.columns.contains(where: \.folds) ? "scroll folds" : "scroll"
    return """
      <div class="table \(style)" role="region" aria-labelledby="table-\(tables)" tabindex="0">\(element)</div>
      """
  }

  private static func style(_ column: PageTable.Column) -> HTMLText {
    switch (column.isNumber, column.folds) {
    case (true, true): " class=\"n below\""
    case (true, false): " class=\"n\""
    case (false, true): " class=\"below\""
    case (false, false): ""
    }
  }

  /// The chart in two layouts; the style sheet shows the one that fits.
  private mutating func figure(_ chart: Chart) -> HTMLText {
    charts += 1
    let (narrow, wide) = (
      SVGChart(language: phrases.language, width: 340), SVGChart(language: phrases.language)
    )
    return """
      <figure><figcaption>\(phrases.html(chart.title))</figcaption>
      \(wide.inline(chart, style: "chart wide", prefix: "chart-\(charts)-wide-"))
      \(narrow.inline(chart, style: "chart narrow", prefix: "chart-\(charts)-narrow-"))</figure>
      """
  }

  private func plain(_ phrase: Phrase) -> String { phrase.plain(in: phrases.language) }
}

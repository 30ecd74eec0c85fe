import Prose
import ReceiptModel

extension TableLayout {
  /// The answer as people read it: numbers by their unit, and only a count of the rows beyond the limit.
  func blocks(_ table: ResultTable, zone: ReportZone) -> [Page.Block] {
    let caption: [Page.Block] = title.map { [.paragraph("**\(Phrase(words: $0))**")] } ?? []
    guard !table.rows.isEmpty else {
      return caption + [.paragraph(empty.map { Phrase(words: $0) } ?? "No data.")]
    }
    let places = places(table)
    let shown = table.rows.prefix(limit ?? table.rows.count)
    let page = PageTable(
      places.map { place, title in
        let words = title ?? Self.words(of: table.columns[place].name)
        return PageTable.Column(title: Phrase(.term(words)), isNumber: table.isNumeric(place))
      },
      rows: shown.map { row in
        places.map { place, _ in AnswerCell(row[place], in: table.columns[place], zone: zone).phrase }
      })
    let more = table.rows.count - shown.count
    guard more > 0 else { return caption + [.table(page)] }
    let rest: Phrase = more == 1 ? "and 1 more row." : "and \(Figures.count(more)) more rows."
    return caption + [.table(page), .paragraph(rest)]
  }

  /// The chosen columns by their places in the answer.
  private func places(_ table: ResultTable) -> [(place: Int, title: String?)] {
    guard !columns.isEmpty else { return table.columns.indices.map { ($0, nil) } }
    return columns.compactMap { column in
      table.columns.firstIndex { $0.name == column.name }.map { ($0, column.title) }
    }
  }

  /// `open_rate_sent` is "Open rate sent".
  static func words(of name: String) -> String {
    let words = String(name.map { $0 == "_" || $0 == "-" ? " " : $0 })
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// A cell of an answer as people read it.
struct AnswerCell {
  let cell: Cell
  let column: ResultColumn
  let zone: ReportZone

  init(_ cell: Cell, in column: ResultColumn, zone: ReportZone) {
    self.cell = cell
    self.column = column
    self.zone = zone
  }

  var phrase: Phrase {
    switch (cell, column.unit) {
    case (.null, _):
      // Not measured, where a number would stand.
      return column.unit == nil || column.type == .text ? .empty : Figures.none
    case (.text(let text), _): return column.type == .identifier ? .code(text) : .text(text)
    case (.blob(let bytes), _): return .code(CellText.hexadecimal(bytes))
    case (.integer, _) where column.type == .identifier, (.real, _) where column.type == .identifier:
      return .code(CellText.number(cell, in: column))
    case (.integer(let time), "ms UTC"):
      return .figure(zone.short(Instant(milliseconds: time)))
    case (.integer(let length), "ms"): return Figures.duration(length)
    case (_, "share"):
      guard let share = number, share.isFinite else { return Figures.none }
      return Figures.percent(share)
    case (.integer(let count), .some): return Figures.count(Int(count))
    case (.integer, nil), (.real, _): return .figure(CellText.number(cell, in: column))
    }
  }

  /// The cell as a number; `nil` for what is none.
  var number: Double? {
    switch cell {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: nil
    }
  }
}

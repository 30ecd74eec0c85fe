import Prose
import ReceiptModel

extension ChartLayout {
  /// The answer as a picture; `nil` where there is nothing to draw.
  ///
  /// - Parameters:
  ///   - id: unique on the page.
  ///   - name: of the query, for a chart without a title.
  func chart(_ table: ResultTable, id: String, name: String, zone: ReportZone) -> Chart? {
    let rows = table.rows.prefix(limit ?? table.rows.count)
    let reader = AnswerReader(table: table, zone: zone)
    let title = title.map { Phrase(words: $0) } ?? Phrase(.term(TableLayout.words(of: name)))
    switch kind {
    case .bars, .columns:
      let bars = rows.compactMap { reader.bar($0, self) }
      guard let most = bars.max(by: { $0.value < $1.value }) else { return nil }
      return Chart(
        id: id, title: title,
        summary: bars.count == 1
          ? "One bar: \(most.label), \(most.figure)."
          : "\(Figures.count(bars.count)) bars; the longest is \(most.label), \(most.figure).",
        drawing: kind == .bars ? .bars(bars, full: nil) : .columns(bars))
    case .lines:
      guard let first = rows.first, let last = rows.last else { return nil }
      let days = rows.map { Chart.Day(reader.label($0, self), isRipe: reader.isRipe($0)) }
      let lines = values.map { value in
        Chart.Line(
          Phrase(.term(TableLayout.words(of: value))), values: rows.map { reader.number($0, value) },
          intervals: rows.map { reader.interval($0, self) })
      }
      return Chart(
        id: id, title: title,
        summary: "From \(reader.label(first, self)) to \(reader.label(last, self)).",
        drawing: .lines(lines, days: days))
    }
  }
}

/// Cells of an answer by the names of their columns.
private struct AnswerReader {
  let table: ResultTable
  let zone: ReportZone

  private func cell(_ row: [Cell], _ name: String) -> AnswerCell? {
    table.columns.firstIndex { $0.name == name }.map {
      AnswerCell(row[$0], in: table.columns[$0], zone: zone)
    }
  }

  func number(_ row: [Cell], _ name: String) -> Double? {
    cell(row, name)?.number.flatMap { $0.isFinite ? $0 : nil }
  }

  func label(_ row: [Cell], _ layout: ChartLayout) -> Phrase { cell(row, layout.label)?.phrase ?? .empty }

  /// A day is not ripe where the answer says so.
  func isRipe(_ row: [Cell]) -> Bool { number(row, "ripe").map { $0 != 0 } ?? true }

  func interval(_ row: [Cell], _ layout: ChartLayout) -> ClosedRange<Double>? {
    guard let low = layout.low.flatMap({ number(row, $0) }),
      let high = layout.high.flatMap({ number(row, $0) }),
      low <= high
    else { return nil }
    return low...high
  }

  /// `nil` where nothing was measured.
  func bar(_ row: [Cell], _ layout: ChartLayout) -> Chart.Bar? {
    guard let name = layout.values.first, let value = number(row, name), let cell = cell(row, name) else {
      return nil
    }
    return Chart.Bar(
      label(row, layout), value: value, figure: cell.phrase, interval: interval(row, layout))
  }
}

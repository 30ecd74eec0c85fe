import JSONWriting
import Prose

/// Blocks of a page as JSON: words without markup, tables cell by cell.
struct PageJSON {
  var language: Language

  func tree(of block: Page.Block) -> JSONTree {
    switch block {
    case .heading(let phrase, let level):
      .object([("type", .text("heading")), ("level", .integer(Int64(level))), ("text", text(phrase))])
    case .paragraph(let phrase): .object([("type", .text("paragraph")), ("text", text(phrase))])
    case .list(let items): .object([("type", .text("list")), ("items", tree(of: items))])
    case .table(let table):
      .object([
        ("type", .text("table")), ("columns", .list(table.columns.map { text($0.title) })),
        ("rows", .list(table.rows.map { .list($0.map(text)) })),
      ])
    case .code(let code): .object([("type", .text("code")), ("text", .text(code))])
    case .chart(let chart): tree(of: chart)
    }
  }

  private func text(_ phrase: Phrase) -> JSONTree { .text(phrase.plain(in: language)) }

  private func tree(of items: [Page.Item]) -> JSONTree {
    .list(
      items.map { item in
        .object(
          [("text", text(item.phrase))] + (item.items.isEmpty ? [] : [("items", tree(of: item.items))])
            + (item.details.map { [("details", tree(of: $0.items))] } ?? []))
      })
  }

  private func tree(of chart: Chart) -> JSONTree {
    .object(
      [
        ("type", .text("chart")), ("id", .text(chart.id)), ("title", text(chart.title)),
        ("summary", text(chart.summary)),
      ] + drawing(chart.drawing))
  }

  private func drawing(_ drawing: Chart.Drawing) -> [(String, JSONTree)] {
    switch drawing {
    case .bars(let bars, _): [("kind", .text("bars")), ("bars", .list(bars.map(tree)))]
    case .columns(let bars): [("kind", .text("columns")), ("bars", .list(bars.map(tree)))]
    case .lines(let lines, let days):
      [
        ("kind", .text("lines")), ("days", .list(days.map { text($0.label) })),
        (
          "lines",
          .list(
            lines.map { line in
              .object([("label", text(line.label)), ("values", .list(line.values.map(number)))])
            })
        ),
      ]
    case .heat(let rows, let columns, let values):
      [
        ("kind", .text("heat")), ("rows", .list(rows.map(text))), ("columns", .list(columns.map(text))),
        ("values", .list(values.map { .list($0.map(number)) })),
      ]
    }
  }

  private func tree(of bar: Chart.Bar) -> JSONTree {
    .object([
      ("label", text(bar.label)), ("value", number(bar.value)), ("figure", text(bar.figure)),
      ("interval_low", number(bar.interval?.lowerBound)), ("interval_high", number(bar.interval?.upperBound)),
    ])
  }

  private func number(_ value: Double?) -> JSONTree {
    value.map { $0.isFinite ? .real($0) : .null } ?? .null
  }
}

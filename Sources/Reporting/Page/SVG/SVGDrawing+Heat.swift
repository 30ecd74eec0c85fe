import Prose
import ReceiptModel

extension SVGDrawing {
  private static let shades: [StaticString] = ["heat0", "heat1", "heat2", "heat3", "heat4"]

  /// A shade for each share, darker for higher ones, and an outline where nothing was measured.
  mutating func draw(_ values: [[Double?]], rows: [Phrase], columns: [Phrase]) {
    let known = values.flatMap { $0 }.compactMap { $0 }
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    // A difference below five percentage points is no pattern and should not look like one.
    let span = max(high - low, 0.05)
    let bottom = min(low, 1 - span)
    let labels = rows.map(shown)
    let gutter = min((labels.map(Self.room).max() ?? 0) + 10, width * 0.34)
    let side = (width - gutter) / Double(max(1, columns.count))
    let tall = min(max(side, 14), 22)
    drawHours(columns.map(shown), gutter, side)
    for (row, cells) in values.enumerated() {
      text(labels[row], "soft c-figure", gutter - 10, height + tall / 2 + 4, room: gutter - 10, .end)
      for (column, value) in cells.enumerated() {
        let x = gutter + Double(column) * side
        let place = "\(labels[row]), \(shown(columns[column]))"
        if let value {
          let shade = min(4, max(0, Int((value - bottom) / span * 5)))
          rectangle(
            Self.shades[shade], x + 0.5, height + 0.5, side - 1, tall - 1, radius: 2,
            title: "\(place): \(Figures.percent(value, digits: 1))")
        } else {
          rectangle("none", x + side / 2 - 2.5, height + tall / 2 - 2.5, 5, 5, radius: 2.5)
        }
      }
      height += tall
    }
    height += 6
    var marks: [Mark] = []
    if !known.isEmpty { marks.append(.shades(from: bottom, through: bottom + span)) }
    if values.contains(where: { $0.contains { $0 == nil } }) { marks.append(.none) }
    legend(marks)
  }

  /// As many words above the columns as there is room for, at even distances.
  private mutating func drawHours(_ columns: [String], _ gutter: Double, _ side: Double) {
    let widest = (columns.map(Self.room).max() ?? 0) + 6
    let every = [1, 2, 3, 4, 6, 12, 24].first { Double($0) * side >= widest } ?? max(1, columns.count)
    for column in stride(from: 0, to: columns.count, by: every) {
      text(
        columns[column], "soft c-figure", gutter + (Double(column) + 0.5) * side, height + 14,
        room: max(side * Double(every), widest), .middle)
    }
    height += 22
  }

  /// Samples of the shades, from light to dark.
  mutating func drawShades(_ x: Double, _ y: Double) {
    for (place, shade) in Self.shades.enumerated() {
      rectangle(shade, x + Double(place) * 18, y, 17, 12, radius: 2)
    }
  }
}

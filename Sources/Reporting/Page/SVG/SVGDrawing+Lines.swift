import Prose
import ReceiptModel

extension SVGDrawing {
  private static let panelHeight = 154.0

  /// A small picture for each line, one below or beside the other: rates of 97 % and of 5 % would be flat in one, and
  /// nobody has to tell lines by their colours.
  mutating func draw(_ lines: [Chart.Line], _ days: [Chart.Day]) {
    let columns = width >= 560 && lines.count > 1 ? 2 : 1
    let gap = 32.0
    let panel = (width - gap * Double(columns - 1)) / Double(columns)
    if days.contains(where: { !$0.isRipe }) { defineHatch() }
    let top = height
    for (place, line) in lines.enumerated() {
      draw(
        line, days,
        at: SVGPoint(
          Double(place % columns) * (panel + gap), top + Double(place / columns) * Self.panelHeight),
        width: panel)
    }
    height = top + Double((lines.count + columns - 1) / columns) * Self.panelHeight
    var marks: [Mark] = []
    if lines.contains(where: { $0.intervals.contains { $0 != nil } }) { marks.append(.band) }
    if days.contains(where: { !$0.isRipe }) { marks.append(.unripe) }
    legend(marks)
  }

  private mutating func draw(_ line: Chart.Line, _ days: [Chart.Day], at corner: SVGPoint, width: Double) {
    let (gutter, top, tall) = (48.0, corner.y + 32, 84.0)
    let left = corner.x + gutter
    let newest = line.values.last { $0 != nil }.flatMap { $0 }
    let figure = newest.map { Figures.percent($0, digits: 1) } ?? shown("no data")
    text(line.label, "strong", corner.x, corner.y + 14, room: width - Self.room(figure) - 8)
    text(figure, "strong c-figure", corner.x + width, corner.y + 14, room: Self.room(figure), .end)
    guard let axis = ShareAxis(line), !days.isEmpty else { return }
    func y(_ value: Double) -> Double { top + tall * (1 - axis.place(of: value)) }
    let step = (width - gutter) / Double(days.count)
    func x(_ day: Int) -> Double { left + (Double(day) + 0.5) * step }

    for (day, span) in days.enumerated() where !span.isRipe {
      hatched(left + Double(day) * step, top, step, tall)
    }
    for tick in axis.ticks {
      self.line("grid", SVGPoint(left, y(tick.value)), SVGPoint(corner.x + width, y(tick.value)))
      text(tick.label, "soft c-figure", left - 6, y(tick.value) + 4, room: gutter, .end)
    }
    drawBand(line.intervals, half: min(step, 12) / 2, x, y)
    let points = days.indices.map { day in
      line.values.indices.contains(day) ? line.values[day].map { SVGPoint(x(day), y($0)) } : nil
    }
    add(SVGPoint.lines(points))
    for (day, point) in points.enumerated() {
      guard let point, !days[day].isRipe || day == points.count - 1 else { continue }
      add(
        "<circle class=\"c-\(days[day].isRipe ? "dot" : "hollow" as HTMLText)\" cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"3.5\"/>"
      )
    }
    let room = (width - gutter) / 2
    text(days[0].label, "soft c-figure", left, top + tall + 18, room: room)
    if days.count > 1 {
      text(days[days.count - 1].label, "soft c-figure", corner.x + width, top + tall + 18, room: room, .end)
    }
  }

  /// An area for each stretch of days with intervals; a day that stands alone has one of a column's width.
  private mutating func drawBand(
    _ intervals: [ClosedRange<Double>?], half: Double, _ x: (Int) -> Double, _ y: (Double) -> Double
  ) {
    for stretch in intervals.indices.split(whereSeparator: { intervals[$0] == nil }) {
      var upper: [SVGPoint] = []
      var lower: [SVGPoint] = []
      for day in stretch {
        guard let interval = intervals[day] else { continue }
        for shift in stretch.count == 1 ? [-half, half] : [0] {
          upper.append(SVGPoint(x(day) + shift, y(interval.upperBound)))
          lower.append(SVGPoint(x(day) + shift, y(interval.lowerBound)))
        }
      }
      add("<polygon class=\"c-band\" points=\"\(SVGPoint.list(upper + lower.reversed()))\"/>")
    }
  }
}

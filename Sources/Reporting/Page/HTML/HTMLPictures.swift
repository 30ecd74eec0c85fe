import Prose
import ReceiptModel

/// The small pictures that stand in a line of text.
enum HTMLPictures {
  /// A bar for a share from 0 to 1; anything above 0 shows at least a sliver.
  static func bar(_ share: Double) -> HTMLText {
    let share = min(1, max(0, share))
    let length = share > 0 ? max(1, share * 120) : 0
    return """
      <svg class="bar" role="img" aria-label="\(Figures.percent(share, digits: 0))" width="120" height="10" viewBox="0 0 120 10">\
      <rect class="c-track" width="120" height="10" rx="2"/><rect class="c-bar" width="\(length)" height="10" rx="2"/></svg>
      """
  }

  /// A line that breaks where nothing was measured, with a dot on its newest value.
  static func sparkline(_ line: Sparkline, _ language: Language) -> HTMLText {
    let known = line.values.compactMap { $0 }
    guard let low = known.min(), let high = known.max(), let first = known.first, let last = known.last else {
      let name: Phrase = "no data"
      return
        "<svg class=\"spark\" role=\"img\" aria-label=\"\(name.plain(in: language))\" width=\"120\" height=\"24\"></svg>"
    }
    let span = max(high - low, line.leastSpan)
    let bottom = (low + high - span) / 2
    let step = 112 / Double(max(1, line.values.count - 1))
    let points = line.values.enumerated().map { place, value in
      value.map { SVGPoint(4 + Double(place) * step, span > 0 ? 20 - ($0 - bottom) / span * 16 : 12) }
    }
    let figures = [first, low, high, last].map { DecimalText.fixed($0, digits: 3) }
    let name: Phrase = """
      \(line.values.count) values: first \(figure: figures[0]), lowest \(figure: figures[1]), \
      highest \(figure: figures[2]), last \(figure: figures[3])
      """
    let dot = points.last.flatMap { $0 }.map {
      "<circle class=\"c-dot\" cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\"/>" as HTMLText
    }
    return """
      <svg class="spark" role="img" aria-label="\(name.plain(in: language))" width="120" height="24" viewBox="0 0 120 24">\
      \(SVGPoint.lines(points))\(dot ?? .empty)</svg>
      """
  }
}

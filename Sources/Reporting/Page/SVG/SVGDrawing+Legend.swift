import Prose
import ReceiptModel

extension SVGDrawing {
  /// A mark that a picture has to explain, in words.
  enum Mark {
    case band, unripe, reach, none
    case shades(from: Double, through: Double)
  }

  /// The marks with their words, in as many lines as they need.
  mutating func legend(_ marks: [Mark]) {
    guard !marks.isEmpty else { return }
    var x = 0.0
    height += 6
    for mark in marks {
      let words = shown(words(of: mark))
      let sample = if case .shades = mark { 98.0 } else { 28.0 }
      let room = sample + Self.room(words) + 20
      if x > 0, x + room > width + 20 {
        x = 0
        height += 20
      }
      draw(mark, x, height)
      text(words, "soft", x + sample, height + 12, room: width - x - sample)
      x += room
    }
    height += 22
  }

  private func words(of mark: Mark) -> Phrase {
    switch mark {
    case .band, .reach: "Wilson limits"
    case .unripe: "not ripe: receipts may still come in"
    case .none: "none, or too few to tell"
    case .shades(let low, let high):
      "\(figure: Figures.percent(low, digits: 0)) to \(figure: Figures.percent(high, digits: 0))"
    }
  }

  private mutating func draw(_ mark: Mark, _ x: Double, _ y: Double) {
    switch mark {
    case .band:
      rectangle("band", x, y + 2, 20, 12)
      line("line", SVGPoint(x + 1, y + 8), SVGPoint(x + 19, y + 8))
    case .unripe:
      hatched(x, y + 2, 20, 12)
      add("<circle class=\"c-hollow\" cx=\"\(x + 10)\" cy=\"\(y + 8)\" r=\"3.5\"/>")
    case .reach:
      line("reach", SVGPoint(x, y + 8), SVGPoint(x + 20, y + 8))
      for end in [x, x + 20] { line("reach", SVGPoint(end, y + 3), SVGPoint(end, y + 13)) }
    case .none: rectangle("none", x + 7, y + 5.5, 5, 5, radius: 2.5)
    case .shades: drawShades(x, y + 2)
    }
  }
}

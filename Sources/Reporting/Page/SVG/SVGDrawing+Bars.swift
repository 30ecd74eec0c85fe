extension SVGDrawing {
  /// Pictures that are narrower are laid out for a phone.
  private static let wide = 500.0

  /// Bars from the top down, with their words before or above them and their figures behind.
  ///
  /// - Parameter full: what a bar of full length means; `nil` for the largest value.
  mutating func draw(_ bars: [Chart.Bar], full: Double?) {
    let most = bars.map { max($0.value, $0.interval?.upperBound ?? 0) }.max() ?? 0
    let scale = full ?? most
    let figures = bars.map { shown($0.figure) }
    let reach = bars.contains { $0.interval != nil }
    if width < Self.wide {
      for (bar, figure) in zip(bars, figures) {
        let room = min(Self.room(figure), width * 0.6)
        text(bar.label, "text", 0, height + 14, room: width - room - 8)
        text(figure, "text c-figure", width, height + 14, room: width * 0.6, .end)
        draw(bar, 0, height + 21, width, 10, of: scale, isShare: full != nil)
        height += 42
      }
    } else {
      let labels = min(bars.map { Self.room(shown($0.label)) }.max() ?? 0, width * 0.32)
      let numbers = min(figures.map(Self.room).max() ?? 0, width * 0.36)
      for (bar, figure) in zip(bars, figures) {
        text(bar.label, "text", 0, height + 18, room: labels)
        draw(bar, labels + 12, height + 5, width - labels - numbers - 28, 18, of: scale, isShare: full != nil)
        text(figure, "text c-figure", width, height + 18, room: numbers, .end)
        height += 28
      }
    }
    height += 4
    if reach { legend([.reach]) }
  }

  private mutating func draw(
    _ bar: Chart.Bar, _ x: Double, _ y: Double, _ width: Double, _ height: Double, of scale: Double,
    isShare: Bool
  ) {
    // The rest up to the full length only means something where that length is a whole.
    if isShare { rectangle("track", x, y, width, height, radius: 2) }
    guard scale > 0 else { return }
    func place(_ value: Double) -> Double { min(1, max(0, value / scale)) * width }
    if bar.value > 0 { rectangle("bar", x, y, max(1.5, place(bar.value)), height, radius: 2) }
    guard let interval = bar.interval else { return }
    let (low, high) = (x + place(interval.lowerBound), x + place(interval.upperBound))
    let (middle, arm) = (y + height / 2, height / 2 + 2)
    line("reach", SVGPoint(low, middle), SVGPoint(high, middle))
    for end in [low, high] { line("reach", SVGPoint(end, middle - arm), SVGPoint(end, middle + arm)) }
  }
}

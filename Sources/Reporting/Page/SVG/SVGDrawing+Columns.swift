extension SVGDrawing {
  /// Columns side by side with their figures above and their words below; where there is no room for those, bars.
  mutating func drawColumns(_ bars: [Chart.Bar]) {
    let pitch = width / Double(max(1, bars.count))
    let widest = bars.flatMap { [Self.room(shown($0.label)), Self.room(shown($0.figure))] }.max() ?? 0
    guard widest + 2 <= pitch else { return draw(bars, full: nil) }
    let (top, tall) = (height + 18, 150.0)
    let most = bars.map(\.value).max() ?? 0
    for (place, bar) in bars.enumerated() {
      let middle = (Double(place) + 0.5) * pitch
      let share = most > 0 ? max(0, bar.value) / most : 0
      let length = share > 0 ? max(1.5, share * tall) : 0
      let column = min(pitch - 6, 64)
      rectangle("bar", middle - column / 2, top + tall - length, column, length, radius: 2)
      text(
        bar.figure, share > 0 ? "text c-figure" : "soft c-figure", middle, top + tall - length - 5,
        room: pitch,
        .middle)
      text(bar.label, "soft", middle, top + tall + 17, room: pitch, .middle)
    }
    line("axis", SVGPoint(0, top + tall), SVGPoint(width, top + tall))
    height = top + tall + 26
  }
}

package import Prose

/// Draws charts as SVG, in a page or in files of their own.
///
/// The same chart gives the same bytes. No font is in it, so the room for text is a generous guess.
package struct SVGChart: Sendable {
  var language: Language
  /// In pixels when shown at its own size, without the margin of a file; below 500 the layout is one for phones.
  var width: Double

  package init(language: Language = .english, width: Double = 900) {
    self.language = language
    self.width = width
  }

  /// A file that needs nothing else.
  package func file(_ chart: Chart) -> String {
    let margin = 20.0
    let inner = drawing(chart, width: width, prefix: "")
    let title = inner.shown(chart.title)
      .lines(ofColumns: Int(width / 9)).prefix(3)
    let top = margin + Double(title.count) * 20 + 8
    let size = (width + 2 * margin, top + inner.height + margin)
    let heading = title.enumerated().map { place, line -> HTMLText in
      "<text class=\"c-title\" x=\"\(margin)\" y=\"\(margin + 12 + Double(place) * 20)\">\(line)</text>"
    }.joined()
    let style: HTMLText = "<style>\(SVGStyle.fonts)\n\(SVGStyle.rules)\n</style>"
    let svg: HTMLText = """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(size.0)" height="\(size.1)" \
      viewBox="0 0 \(size.0) \(size.1)">\(name(chart))\(style)\
      <rect class="c-ground" width="\(size.0)" height="\(size.1)" rx="8"/>\(heading)\
      <g transform="translate(\(margin) \(top))">\(inner.body)</g></svg>

      """
    return svg.string
  }

  /// An element for a page that has the rules of `SVGStyle` in its style sheet and the title beside it.
  ///
  /// - Parameters:
  ///   - style: the element's class.
  ///   - prefix: begins the names of its parts; unique on the page.
  func inline(_ chart: Chart, style: StaticString, prefix: String) -> HTMLText {
    let drawing = drawing(chart, width: width, prefix: prefix)
    return """
      <svg class="\(HTMLText(stringLiteral: style))" role="img" width="\(width)" height="\(drawing.height)" \
      viewBox="0 0 \(width) \(drawing.height)">\(name(chart))\(drawing.body)</svg>
      """
  }

  /// What those hear who do not see the picture.
  private func name(_ chart: Chart) -> HTMLText {
    "<title>\(chart.title.plain(in: language))</title><desc>\(chart.summary.plain(in: language))</desc>"
  }

  private func drawing(_ chart: Chart, width: Double, prefix: String) -> SVGDrawing {
    var drawing = SVGDrawing(width: width, language: language, prefix: prefix)
    switch chart.drawing {
    case .bars(let bars, let full): drawing.draw(bars, full: full)
    case .columns(let bars): drawing.drawColumns(bars)
    case .lines(let lines, let days): drawing.draw(lines, days)
    case .heat(let rows, let columns, let values): drawing.draw(values, rows: rows, columns: columns)
    }
    return drawing
  }
}

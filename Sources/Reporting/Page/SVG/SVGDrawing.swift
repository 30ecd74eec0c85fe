import Prose

/// A picture that grows downwards while it is drawn.
struct SVGDrawing {
  let width: Double
  let language: Language
  /// Begins the names of parts that others refer to, so that two pictures in one page do not share any.
  let prefix: String
  var height = 0.0
  private(set) var body = HTMLText.empty

  init(width: Double, language: Language, prefix: String) {
    self.width = width
    self.language = language
    self.prefix = prefix
  }

  static let textSize = 12.0
  /// The width of a column of text, generously: fonts differ, and none is embedded.
  static let columnWidth = 7.2

  mutating func add(_ piece: HTMLText) { body += piece }

  enum Alignment { case start, middle, end }

  /// Words on a line; what is longer than `room` is cut and ends in `…`.
  ///
  /// - Parameters:
  ///   - style: of `SVGStyle`, without `c-`.
  ///   - y: of the line on which the letters stand.
  mutating func text(
    _ phrase: Phrase, _ style: StaticString = "text", _ x: Double, _ y: Double, room: Double,
    _ alignment: Alignment = .start
  ) {
    text(shown(phrase), style, x, y, room: room, alignment)
  }

  mutating func text(
    _ words: String, _ style: StaticString = "text", _ x: Double, _ y: Double, room: Double,
    _ alignment: Alignment = .start
  ) {
    let end: HTMLText =
      switch alignment {
      case .start: ""
      case .middle: " c-middle"
      case .end: " c-end"
      }
    let cut = words.cut(toColumns: Int(room / Self.columnWidth))
    body += "<text class=\"c-\(HTMLText(stringLiteral: style))\(end)\" x=\"\(x)\" y=\"\(y)\">\(cut)</text>"
  }

  mutating func rectangle(
    _ style: StaticString, _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0,
    title: String? = nil
  ) {
    let round: HTMLText = radius > 0 ? " rx=\"\(radius)\"" : ""
    let shape: HTMLText =
      "<rect class=\"c-\(HTMLText(stringLiteral: style))\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"\(round)"
    body += title.map { "\(shape)><title>\($0)</title></rect>" } ?? "\(shape)/>"
  }

  mutating func line(_ style: StaticString, _ from: SVGPoint, _ to: SVGPoint) {
    body += """
      <line class="c-\(HTMLText(stringLiteral: style))" x1="\(from.x)" y1="\(from.y)" x2="\(to.x)" y2="\(to.y)"/>
      """
  }

  /// A rectangle with slanted lines, which mark what is not certain yet.
  mutating func hatched(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    body +=
      "<rect fill=\"url(#\(prefix)hatch)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
  }

  /// Makes `hatched` possible.
  mutating func defineHatch() {
    body += """
      <defs><pattern id="\(prefix)hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><line class="c-hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>
      """
  }

  /// A phrase as pictures show it.
  func shown(_ phrase: Phrase) -> String { HTMLText.visible(phrase.plain(in: language)) }

  /// The room that a text takes at most.
  static func room(_ text: String) -> Double { Double(text.displayWidth) * columnWidth }
}

extension String {
  /// The text, cut with `…` when it takes more columns.
  func cut(toColumns limit: Int) -> String {
    guard displayWidth > limit else { return self }
    var text = ""
    var columns = 1
    for character in self {
      columns += String(character).displayWidth
      if columns > limit { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The words in lines of so many columns; texts without blanks are broken where a line is full.
  func lines(ofColumns limit: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      var word = word
      if let last = lines.last, last.displayWidth + 1 + String(word).displayWidth <= limit {
        lines[lines.count - 1] += " \(word)"
        continue
      }
      while String(word).displayWidth > limit {
        var piece = ""
        while let next = word.first, piece.isEmpty || piece.displayWidth + String(next).displayWidth <= limit
        {
          piece.append(word.removeFirst())
        }
        lines.append(piece)
      }
      if !word.isEmpty { lines.append(String(word)) }
    }
    return lines
  }
}

import Prose

/// Wraps text and sets it in two columns, for a given width.
package struct TextLayout: Sendable {
  /// Columns of the terminal, kept to what can be read.
  package let width: Int

  /// Wider left columns than this put their text on the next line.
  private static let widestLeft = 30

  package init(width: Int) { self.width = min(max(width, 40), 120) }

  /// Fills lines up to the width.
  ///
  /// Blank lines stay; lines that begin with a space are shown as they are.
  ///
  /// - Returns: lines that each end in a newline, or nothing for an empty text.
  package func wrap(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var lines: [String] = []
    var paragraph: [Substring] = []
    func fill() -> [String] { paragraph.joined(separator: " ").filledLines(width: width) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        lines += fill()
        lines.append(String(line))
        paragraph = []
      } else {
        paragraph.append(line)
      }
    }
    lines += fill()
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Two columns, indented by two, the right one wrapped.
  package func columns(_ rows: [(String, String)]) -> String {
    let left = rows.map(\.0.displayWidth).filter { $0 <= Self.widestLeft }.max() ?? 0
    let margin = left + 4
    let pad = String(repeating: " ", count: margin)
    var result = ""
    for (label, text) in rows {
      let lines = text.filledLines(width: max(width - margin, 20))
      guard !lines.isEmpty else {
        result += "  \(label)\n"
        continue
      }
      let isWide = label.displayWidth > left
      result += "  " + label
      result += isWide ? "\n" + pad : String(repeating: " ", count: margin - 2 - label.displayWidth)
      result += lines.joined(separator: "\n" + pad) + "\n"
    }
    return result
  }
}

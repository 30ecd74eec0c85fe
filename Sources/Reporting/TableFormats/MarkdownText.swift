import Prose

/// Text from a log made harmless in Markdown: one line, no markup, no link, no HTML.
package enum MarkdownText {
  /// Text that renders as itself, anywhere a line of text may stand.
  ///
  /// Hyphens, points, underscores and plus signs between letters or digits stay as they are, so that dates, versions
  /// and names are readable in the source: there none of them means anything.
  package static func escaped(_ text: String) -> String {
    // Spares long texts from being taken apart in vain.
    if text.utf8.allSatisfy(isPlain) { return text }
    let line = oneLine(text)
    if mayBecomeLink(line) { return code(line) }
    let scalars = Array(line.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "-", ".", "_", "+":
        let isInside =
          index > 0 && index + 1 < scalars.count
          && [index - 1, index + 1].allSatisfy {
            isWord(scalars[$0])
          }
        result += isInside ? String(scalar) : "\\\(scalar)"
      case _ where markup.contains(scalar): result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text as code: exactly itself, never a link.
  ///
  /// A table row is cut at every `|` before code is looked for, so a `|` stands escaped between two pieces of code.
  package static func code(_ text: String) -> String {
    // By scalars: a `|` with an accent upon it is another Character, but still cuts the row.
    oneLine(text).unicodeScalars.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : fenced(String($0)) }
      .joined(separator: "\\|")
  }
}

extension MarkdownText {
  private static let markup = Set("\\`*_{}[]()#+!|~>$".unicodeScalars)

  /// Letters, digits and spaces of ASCII, which mean nothing anywhere.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == 0x20
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }

  /// Controls become spaces, and what is invisible is named.
  static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl || $0.isInvisible }) else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.isControl {
        line += " "
      } else if scalar.isInvisible {
        line += "U+\(CellText.padded(String(scalar.value, radix: 16, uppercase: true), to: 4))"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// GitHub links addresses without being asked, and no escape stops it: it looks for mail addresses after it has
  /// removed the escapes.
  private static func mayBecomeLink(_ line: String) -> Bool {
    let bytes = Array(line.lowercased().utf8)
    return ["@", "://", "www."].contains { bytes.contains($0.utf8) }
  }

  /// Code in a fence that is longer than any run of backticks in it.
  private static func fenced(_ code: String) -> String {
    var longest = 0
    var run = 0
    for scalar in code.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let edges = [code.unicodeScalars.first, code.unicodeScalars.last]
    // One space at each end is taken away again, unless there is nothing but spaces.
    let isOnlySpaces = code.unicodeScalars.allSatisfy { $0 == " " }
    let needsSpace = !isOnlySpaces && edges.contains { $0 == "`" || $0 == " " }
    return needsSpace ? "\(fence) \(code) \(fence)" : "\(fence)\(code)\(fence)"
  }
}

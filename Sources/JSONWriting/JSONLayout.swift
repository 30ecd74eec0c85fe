/// How the parts of a list or an object are set apart.
package enum JSONLayout: Equatable, Sendable {
  /// A line for each, two blanks deeper than what they are parts of.
  case lines(depth: Int)
  /// `{"a": 1, "b": 2}`.
  case line
  /// `{"a":1,"b":2}`.
  case dense

  func write<Part>(
    _ parts: [Part], between brackets: (String, String), to output: inout [UInt8],
    _ write: (Part, inout [UInt8], JSONLayout) -> Void
  ) {
    output += brackets.0.utf8
    for (place, part) in parts.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      switch self {
      case .lines(let depth): Self.beginLine(depth + 1, &output)
      case .line: if place > 0 { output.append(UInt8(ascii: " ")) }
      case .dense: break
      }
      write(part, &output, inner)
    }
    if case .lines(let depth) = self, !parts.isEmpty { Self.beginLine(depth, &output) }
    output += brackets.1.utf8
  }

  private var inner: JSONLayout {
    if case .lines(let depth) = self { .lines(depth: depth + 1) } else { self }
  }

  private static func beginLine(_ depth: Int, _ output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}

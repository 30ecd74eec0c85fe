import Prose

/// A piece of HTML or SVG whose markup comes from this program's source alone.
///
/// A literal is markup; a `String` put into one is text and becomes escaped; a piece put into one stays what it is. A
/// `String` cannot become markup: literals are `StaticString`s.
struct HTMLText: Equatable, ExpressibleByStringInterpolation {
  private(set) var string: String

  init(stringLiteral value: StaticString) { string = value.description }

  init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  static let empty: HTMLText = ""

  static func += (one: inout HTMLText, other: HTMLText) { one.string += other.string }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { string += literal.description }

    /// Text of any origin, between tags or inside a quoted attribute.
    mutating func appendInterpolation(_ text: String) { string += HTMLText.escaped(text) }

    mutating func appendInterpolation(_ piece: HTMLText) { string += piece.string }

    mutating func appendInterpolation(_ number: Int) { string += String(number) }

    /// A length or place, in tenths.
    mutating func appendInterpolation(_ length: Double) { string += HTMLText.length(length) }
  }

  /// The text as people should see it: controls other than tab and line feed become blanks.
  ///
  /// What is invisible, turns the writing direction, or is forbidden in XML is named.
  static func visible(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.isControl: result += " "
      case _ where scalar.isInvisible || scalar.properties.isNoncharacterCodePoint:
        result += "U+\(CellText.padded(String(scalar.value, radix: 16, uppercase: true), to: 4))"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Nothing in the result is markup or ends an attribute.
  private static func escaped(_ text: String) -> String {
    visible(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func length(_ value: Double) -> String {
    let text = DecimalText.fixed(value, digits: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Sequence where Element == HTMLText {
  func joined(separator: HTMLText = .empty) -> HTMLText {
    var result = HTMLText.empty
    for (place, piece) in enumerated() {
      if place > 0 { result += separator }
      result += piece
    }
    return result
  }
}

/// Whose SQL a job is written in.
package enum Dialect: Sendable {
  case spark, sqlite
}

/// Writes values into the text of a job, where no engine takes parameters.
package struct LiteralWriter: Sendable {
  package let dialect: Dialect

  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// A literal that means exactly `text`, whatever is in it.
  package func text(_ text: String) -> String {
    switch dialect {
    case .spark: Self.spark(text)
    case .sqlite: Self.sqlite(text)
    }
  }

  /// All but plain ASCII is written by its code: then neither a quotation mark nor a backslash, which Spark 3.5 and 4
  /// read differently, nor `${…}`, which its command line replaces, nor the character set of the machine matters.
  private static func spark(_ text: String) -> String {
    var literal = "'"
    for unit in text.utf16 {
      if unit < 0x80, plain.contains(UInt8(unit)) {
        literal.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return literal + "'"
  }

  /// Doubled quotation marks; a NUL, which would end the statement, by its code.
  private static func sqlite(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).map { piece in
      var literal = "'"
      for scalar in piece {
        if scalar == "'" { literal += "'" }
        literal.unicodeScalars.append(scalar)
      }
      return literal + "'"
    }.joined(separator: " || char(0) || ")
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-./:,+=@".utf8)
}

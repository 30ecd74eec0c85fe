/// The SQL that a job is written in.
package enum Dialect: Sendable {
  case spark, sqlite, duckDB
}

/// Writes values into the text of a job, where no engine takes parameters.
package struct LiteralWriter: Sendable {
  package let dialect: Dialect

  package init(_ dialect: Dialect) { self.dialect = dialect }

  /// A literal that means exactly `text`, whatever is in it.
  package func text(_ text: String) -> String {
    switch dialect {
    case .spark: Self.spark(text)
    case .sqlite: Self.quoted(text, coded: { $0 == "\0" }, function: "char")
    case .duckDB: Self.quoted(text, coded: { $0.value < 0x20 }, function: "chr")
    }
  }

  /// Everything but plain ASCII is written by its code.
  ///
  /// Then nothing depends on quotation marks or backslashes, which Spark 3.5 and 4 read differently, on `${…}`, which
  /// Spark's command line replaces, or on the machine's character set.
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

  /// Doubled quotation marks, and some characters by their code: a NUL would end the statement, and a line of its own
  /// could be a command to DuckDB's command line.
  private static func quoted(
    _ text: String, coded: (Unicode.Scalar) -> Bool, function: String
  ) -> String {
    var pieces = [""]
    for scalar in text.unicodeScalars {
      if coded(scalar) {
        pieces += ["\(scalar.value)", ""]
      } else {
        if scalar == "'" { pieces[pieces.count - 1] += "'" }
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      }
    }
    // Texts and codes take turns.
    return pieces.enumerated().map { $0.isMultiple(of: 2) ? "'\($1)'" : "\(function)(\($1))" }
      .joined(separator: " || ")
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-./:,+=@".utf8)
}

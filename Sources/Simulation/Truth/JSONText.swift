/// A JSON value written in one way only: keys sorted, two blanks a level, so that equal values are equal bytes.
enum JSONText {
  case text(String)
  case number(Int)
  case none
  case list([JSONText])
  case object([String: JSONText])

  func append(to bytes: inout [UInt8], level: Int = 0) {
    switch self {
    case .text(let text): Self.append(text, to: &bytes)
    case .number(let number): bytes += Array("\(number)".utf8)
    case .none: bytes += Array("null".utf8)
    case .list(let values):
      Self.append(values, between: ("[", "]"), to: &bytes, level: level) { value, bytes in
        value.append(to: &bytes, level: level + 1)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      Self.append(sorted, between: ("{", "}"), to: &bytes, level: level) { member, bytes in
        Self.append(member.key, to: &bytes)
        bytes += Array(": ".utf8)
        member.value.append(to: &bytes, level: level + 1)
      }
    }
  }

  private static func append<Part>(
    _ parts: [Part], between brackets: (String, String), to bytes: inout [UInt8], level: Int,
    _ appendPart: (Part, inout [UInt8]) -> Void
  ) {
    bytes += Array(brackets.0.utf8)
    for (index, part) in parts.enumerated() {
      bytes += Array(((index > 0 ? "," : "") + "\n" + String(repeating: "  ", count: level + 1)).utf8)
      appendPart(part, &bytes)
    }
    if !parts.isEmpty { bytes += Array(("\n" + String(repeating: "  ", count: level)).utf8) }
    bytes += Array(brackets.1.utf8)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    bytes += TextEncoding(shape: .jsonLines).encode(text)
    bytes.append(0x22)
  }
}

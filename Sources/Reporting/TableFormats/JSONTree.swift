import Prose

/// A JSON value whose members keep their order.
package enum JSONTree {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number with six digits after the point, as every share is exported.
  case share(Double)
  /// A number with all of its digits.
  case real(Double)
  case text(String)
  case list([JSONTree])
  case object([(String, JSONTree)])
  /// JSON that was written elsewhere, with lines that stand one level deep.
  case verbatim(String)

  static func text(_ text: String?) -> JSONTree { text.map { .text($0) } ?? .null }
  static func integer(_ value: Int64?) -> JSONTree { value.map { .integer($0) } ?? .null }
  /// Empty means unknown.
  static func known(_ text: String) -> JSONTree { text.isEmpty ? .null : .text(text) }

  /// The value with a line for each member and item, ending in LF.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    write(into: &output, indent: "")
    output.append(UInt8(ascii: "\n"))
    return output
  }

  private func write(into output: inout [UInt8], indent: String) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += String(value).utf8
    case .integer(let value): output += String(value).utf8
    case .share(let value): output += DecimalText.fixed(value, digits: 6).utf8
    case .real(let value): output += DecimalText.shortest(value).utf8
    case .text(let text): JSONText.append(text, to: &output)
    case .verbatim(let json): output += json.utf8
    case .list(let items):
      Self.write(items, "[", "]", into: &output, indent) { item, output, inner in
        item.write(into: &output, indent: inner)
      }
    case .object(let members):
      Self.write(members, "{", "}", into: &output, indent) { member, output, inner in
        JSONText.append(member.0, to: &output)
        output += ": ".utf8
        member.1.write(into: &output, indent: inner)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], _ open: String, _ close: String, into output: inout [UInt8], _ indent: String,
    _ write: (Part, inout [UInt8], String) -> Void
  ) {
    output += open.utf8
    for (place, part) in parts.enumerated() {
      output += "\(place > 0 ? "," : "")\n\(indent)  ".utf8
      write(part, &output, indent + "  ")
    }
    output += (parts.isEmpty ? close : "\n\(indent)\(close)").utf8
  }
}

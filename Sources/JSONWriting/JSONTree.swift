import Prose

/// A JSON value whose members keep their order.
package indirect enum JSONTree {
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
  /// A list or an object on one line among others that take many.
  case line(JSONTree)

  package static func text(_ text: String?) -> JSONTree { text.map { .text($0) } ?? .null }
  package static func integer(_ value: Int64?) -> JSONTree { value.map { .integer($0) } ?? .null }
  package static func integer(_ value: Int?) -> JSONTree { integer(value.map { Int64($0) }) }
  package static func share(_ value: Double?) -> JSONTree { value.map { .share($0) } ?? .null }
  /// Empty means unknown.
  package static func known(_ text: String) -> JSONTree { text.isEmpty ? .null : .text(text) }

  /// The value with a line for each member and item, ending in LF.
  package var bytes: [UInt8] { written(.lines(depth: 0)) }

  /// The value on one line without blanks, ending in LF.
  package var lineBytes: [UInt8] { written(.dense) }

  private func written(_ layout: JSONLayout) -> [UInt8] {
    var output: [UInt8] = []
    write(to: &output, layout)
    output.append(UInt8(ascii: "\n"))
    return output
  }

  /// Appends the value, for streams of values.
  package func write(to output: inout [UInt8], _ layout: JSONLayout) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += String(value).utf8
    case .integer(let value): output += String(value).utf8
    case .share(let value): output += DecimalText.fixed(value, digits: 6).utf8
    case .real(let value): output += DecimalText.shortest(value).utf8
    case .text(let text): JSONText.append(text, to: &output)
    case .line(let value): value.write(to: &output, layout == .dense ? .dense : .line)
    case .list(let items):
      layout.write(items, between: ("[", "]"), to: &output) { item, output, inner in
        item.write(to: &output, inner)
      }
    case .object(let members):
      layout.write(members, between: ("{", "}"), to: &output) { member, output, inner in
        JSONText.append(member.0, to: &output)
        output += (layout == .dense ? ":" : ": ").utf8
        member.1.write(to: &output, inner)
      }
    }
  }
}

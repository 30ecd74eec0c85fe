import ReceiptModel

/// How far a JSON value goes, by its brackets, texts and comments alone.
enum JSONExtent: Equatable {
  /// It ends before this place.
  case ends(Int)
  /// The bytes end before it does.
  case open
  /// It cannot be one: no value begins like that, or a text has a line end in it, which is this place.
  case broken(Int)

  /// The extent of the value at the start of `range`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var position = range.lowerBound
    var depth = 0
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        switch Self.textEnd(bytes, position + 1..<range.upperBound) {
        case .ends(let end) where depth > 0: position = end - 1
        case let other:
          self = other
          return
        }
      case UInt8(ascii: "/"):
        guard let comment = JSONComment(bytes, position..<range.upperBound) else { break }
        guard let end = comment.end else {
          self = .open
          return
        }
        position = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 {
          self = position > range.lowerBound ? .ends(position) : .broken(position)
          return
        }
        if bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]") {
          depth -= 1
          if depth == 0 {
            self = .ends(position + 1)
            return
          }
        }
      default: break
      }
      position += 1
    }
    self = .open
  }

  private static func textEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> JSONExtent {
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\""): return .ends(position + 1)
      case UInt8(ascii: "\n"): return .broken(position)
      // What it escapes may be a line end, which ends the text all the same.
      case UInt8(ascii: "\\")
      where position + 1 < range.upperBound && bytes[position + 1] != UInt8(ascii: "\n"):
        position += 2
      default: position += 1
      }
    }
    return .open
  }

  /// Where the value ends, when that is known.
  var end: Int? { if case .ends(let end) = self { end } else { nil } }
}

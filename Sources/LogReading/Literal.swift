import ReceiptModel

/// Up to 24 bytes that a place in a record has to hold, ready to be compared by three words.
///
/// The words overlap: of `","app_key":"` they begin at 0, 5 and 5. Only below eight bytes does one of them reach
/// further than the literal, and the mask takes away what is too much. So any length is three loads and one branch.
struct Literal: Equatable {
  static let limit = 24

  let length: Int
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let mask: UInt64
  /// At most 16, as is `thirdOffset`.
  private let secondOffset: Int
  private let thirdOffset: Int

  /// - Parameter range: at most 24 bytes of `bytes`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    precondition(range.count <= Self.limit, "a literal that is too long")
    length = range.count
    thirdOffset = max(0, range.count - 8)
    secondOffset = min(8, thirdOffset)
    let length = min(8, range.count)
    func word(_ offset: Int) -> UInt64 {
      (0..<length).reduce(0) { $0 | UInt64(bytes[range.lowerBound + offset + $1]) << UInt64($1 * 8) }
    }
    first = word(0)
    second = word(secondOffset)
    third = word(thirdOffset)
    mask = length == 8 ? .max : 1 << UInt64(length * 8) - 1
  }

  /// The literals that hold the bytes of `range` one after another; an empty one for none.
  static func pieces(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Literal] {
    var pieces: [Literal] = []
    var position = range.lowerBound
    repeat {
      let next = min(range.upperBound, position + limit)
      pieces.append(Literal(bytes, position..<next))
      position = next
    } while position < range.upperBound
    return pieces
  }

  init(_ text: StaticString) {
    // Sound: a static string is never freed, and its own count bounds it.
    let bytes = unsafe Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    self.init(bytes.span, 0..<bytes.count)
  }

  /// Whether the literal stands at `index` of `bytes`.
  ///
  /// Fewer than 24 bytes from there to the end are taken for something else.
  @inline(__always)
  func stands(at index: Int, in bytes: Span<UInt8>) -> Bool {
    guard index >= 0, index &+ Self.limit <= bytes.count else { return false }
    // Sound: the bounds were just checked.
    return unsafe uncheckedStands(at: index, in: bytes)
  }

  /// The same for a caller who has checked that `index` is not negative and 24 bytes from there lie inside.
  @unsafe
  @inline(__always)
  func uncheckedStands(at index: Int, in bytes: Span<UInt8>) -> Bool {
    // Sound under that condition, since the offsets are 16 at most.
    let difference =
      unsafe (bytes.uncheckedWord(at: index) ^ first)
      | (bytes.uncheckedWord(at: index &+ secondOffset) ^ second)
      | (bytes.uncheckedWord(at: index &+ thirdOffset) ^ third)
    return difference & mask == 0
  }
}

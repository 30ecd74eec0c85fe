import ReceiptModel

/// How a field's value comes from slots; see `FieldRule`.
///
/// A class, since rules are looked at for each field of each record: copying one counts a single reference.
final class MappedRule: Sendable {
  enum Origin: Sendable {
    case first([Int])
    case joined([Int])
    case sum([Int])
    case constant(Range<Int>)
  }

  let origin: Origin
  /// The separator and the number of the piece.
  let piece: (separator: UInt8, number: Int)?
  let names: ByteDictionary
  /// The words for `names`, by their numbers.
  let words: [Range<Int>]
  /// The word for any other value.
  let otherWord: Range<Int>?
  let fallback: Range<Int>?

  init(
    origin: Origin, piece: (separator: UInt8, number: Int)?, names: ByteDictionary, words: [Range<Int>],
    otherWord: Range<Int>?, fallback: Range<Int>?
  ) {
    self.origin = origin
    self.piece = piece
    self.names = names
    self.words = words
    self.otherWord = otherWord
    self.fallback = fallback
  }
}

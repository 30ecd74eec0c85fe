/// What a dictionary's hashes depend on besides the bytes: another one in each process, so that nobody can choose ids of
/// which many have the same hash and make a log slow to read.
///
/// The factor is as secret as the start. With a known one, ids can be found whose hashes agree whatever the start is.
struct HashKey: Sendable {
  let start: UInt64
  private let factor: UInt64

  init(start: UInt64, factor: UInt64) {
    self.start = start
    // Odd, so that no bit is lost, and with the highest bit, so that each bit reaches the upper half.
    self.factor = factor | 1 | 1 << 63
  }

  /// Drawn when the process begins, as the standard library draws its own: the same one with
  /// `SWIFT_DETERMINISTIC_HASHING`, for tests that look at every step.
  static let ofProcess = HashKey(start: drawn(1), factor: drawn(2))

  private static func drawn(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Mixes a word into a hash.
  ///
  /// Both halves of a product, each of whose bits depends on all lower ones: one instruction mixes all.
  @inline(__always)
  func fold(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}

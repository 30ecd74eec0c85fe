import ReceiptModel

/// A line that is longer than may be, while its end is looked for: only its beginning is kept.
struct LongLine {
  private let start: Int64
  private let beginning: [UInt8]
  /// Whether the last byte that was seen is a carriage return, which may belong to the line end.
  private var endsWithReturn: Bool

  /// Bytes of a first line after which the input is taken to have no lines at all.
  private static let firstLineLimit: Int64 = 128 << 20

  /// - Parameters:
  ///   - range: what `bytes` hold of it, at least `recordLimit` bytes.
  ///   - base: the decompressed offset of the first byte of `bytes`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>, _ base: Int64) {
    start = base + Int64(range.lowerBound)
    beginning = range.prefix(recordLimit).map { bytes[$0] }
    endsWithReturn = bytes[range.upperBound - 1] == UInt8(ascii: "\r")
  }

  /// Goes on through `range`; refuses the line and forgets it when its end is there.
  ///
  /// - Returns: where the next line begins, or the end of the range.
  /// - Throws: `noNewlines` when it is the first line and does not end.
  static func goOn(
    _ line: inout LongLine?, _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool, countsTail: Bool,
    _ account: inout RecordAccount
  ) throws(InputError) -> Int {
    guard var current = line else { return range.lowerBound }
    let newline = bytes.firstNewline(in: range)
    if let last = (range.lowerBound..<(newline ?? range.upperBound)).last {
      current.endsWithReturn = bytes[last] == UInt8(ascii: "\r")
      line = current
    }
    let length = account.base + Int64(newline ?? range.upperBound) - current.start
    if newline == nil {
      if account.isAtStart, isLast || length > firstLineLimit { throw .noNewlines }
      guard isLast else { return range.upperBound }
      guard countsTail else {
        account.pendingBytes = Int(length)
        return range.upperBound
      }
    }
    let next = newline.map { $0 + 1 } ?? range.upperBound
    line = nil
    try account.reject(
      Rejection(.lineTooLong), record: 0..<current.beginning.count, of: current.beginning.span, next: next,
      startingAt: current.start, length: Int(length) - (current.endsWithReturn ? 1 : 0))
    return next
  }
}

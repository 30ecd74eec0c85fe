import ReceiptModel

/// The ends of JSON values, searched by words.
extension Span where Element == UInt8 {
  /// The closing quotation mark of a text that begins at `start`, has no escape, and is UTF-8.
  ///
  /// The caller has checked that `start` is not negative and sixteen bytes from there lie inside.
  ///
  /// - Returns: `nil` for any other text, and near the end of the bytes.
  @unsafe
  @inline(__always)
  func uncheckedTextEnd(from start: Int) -> Int? {
    var position = start
    repeat {
      // Sound: this was checked by the caller the first time, and by the loop from then on.
      let (low, high) = unsafe textSpecials(at: position)
      if low != 0 {
        position &+= low.trailingZeroBitCount / 8
      } else if high != 0 {
        position &+= 8 &+ high.trailingZeroBitCount / 8
      } else {
        position &+= 16
        continue
      }
      // Sound: it is one of those sixteen.
      let byte = unsafe self[unchecked: position]
      if byte == UInt8(ascii: "\"") { return position }
      guard byte >= 0x80, let next = wideEnd(from: position) else { return nil }
      position = next
    } while position &+ 16 <= count
    return nil
  }

  /// Where the characters that are not ASCII end which begin at `start`; `nil` when they are not UTF-8.
  func wideEnd(from start: Int) -> Int? {
    var position = start
    // Nearly all are three bytes long: 1110xxxx 10xxxxxx 10xxxxxx, the first in the lowest bits of a word.
    while position &+ 8 <= count {
      let bytes = word(at: position)
      guard bytes & 0xC0_C0F0 == 0x80_80E0 else { break }
      // The upper ten of the sixteen bits tell a needlessly long spelling and the halves of UTF-16 pairs.
      let upper = (bytes & 0x0F) << 6 | bytes >> 8 & 0x3F
      guard upper >= 0x20, upper >> 5 != 0x1B else { return nil }
      position &+= 3
    }
    let others = position
    while position < count, self[position] >= 0x80 { position &+= 1 }
    return position == others || isUTF8(in: others..<position) ? position : nil
  }

  /// The end of a number of plain digits without a needless zero that begins at `start`.
  @inline(never)
  func plainNumberEnd(from start: Int) -> Int? {
    var position = start
    while position &+ 8 <= count {
      // Digits become 0 to 9; adding 0x76 takes anything greater to the highest bit, exactly for the first one.
      let digits = word(at: position) ^ 0x3030_3030_3030_3030
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      if others != 0 {
        position &+= others.trailingZeroBitCount / 8
        break
      }
      position &+= 8
    }
    while position < count, self[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    let digits = position &- start
    guard digits == 1 || digits > 1 && self[start] != UInt8(ascii: "0") else { return nil }
    return position
  }

  /// All bits of each byte that may end a plain batch of a JSON text, in the eight bytes from `index` on and in the next.
  ///
  /// Such are a quotation mark, a backslash, a control byte, and one that is not ASCII. As signed numbers, control bytes
  /// and those beyond ASCII are together what is below a space. The caller has checked that sixteen bytes from `index`
  /// on lie inside.
  @unsafe
  @inline(__always)
  private func textSpecials(at index: Int) -> (low: UInt64, high: UInt64) {
    let bytes = unsafe uncheckedVector(at: index)
    // Vectors and not numbers: compared with a number, a vector is taken apart byte by byte.
    let quote = SIMD16<Int8>(repeating: 0x22)
    let escape = SIMD16<Int8>(repeating: 0x5C)
    let space = SIMD16<Int8>(repeating: 0x20)
    return Self.words((bytes .== quote) .| (bytes .== escape) .| (bytes .< space))
  }
}

import ReceiptModel

extension ReceiptTime {
  /// Bytes of a line that are looked through.
  private static let looked = 4096

  /// The first time that stands in a line which could not be read: 10 or 13 digits, or a date and a time of day.
  ///
  /// Longer numbers are ids more often than times.
  ///
  /// - Parameter assumedOffsetMinutes: as of a time that could be read.
  static func written(in bytes: Span<UInt8>, _ line: Range<Int>, assumedOffsetMinutes: Int) -> Instant? {
    let end = min(line.upperBound, line.lowerBound + looked)
    var place = line.lowerBound
    while place < end {
      let start = place
      while place < end, isWord(bytes[place]) { place += 1 }
      var written = [start..<place]
      switch place - start {
      case 10, 13: break
      case 4:
        // What follows a time of day need not be its zone.
        let time = start..<endOfText(bytes, start..<min(end, start + 36))
        written = [time, time.prefix(19)]
      default: written = []
      }
      for range in written {
        if let time = ReceiptTime(bytes, range, assumedOffsetMinutes: assumedOffsetMinutes) {
          return Instant(milliseconds: time.milliseconds)
        }
      }
      place += 1
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  private static func endOfText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var end = range.first { !"0123456789-:.+TtZz ".utf8.contains(bytes[$0]) } ?? range.upperBound
    while end > range.lowerBound, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end
  }
}

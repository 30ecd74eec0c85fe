import ReceiptModel

/// How a message's name stands in a temporary file: four bytes of length, eight of its reference, then the name.
enum NameCode {
  /// Bytes before the name.
  static let head = 12

  static func append(_ name: ArraySlice<UInt8>, _ reference: Int64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: name.count >> shift))
    }
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: reference >> shift))
    }
    bytes.append(contentsOf: name)
  }

  /// What begins at `start`: where the name stands, and its reference.
  static func read(_ bytes: [UInt8], at start: Int) -> (name: Range<Int>, reference: Int64) {
    let length = bytes.span.word(at: start, length: 4)
    let reference = Int64(bitPattern: bytes.span.word(at: start + 4))
    let name = start + head
    return (name..<name + Int(length), reference)
  }
}

/// Stands in for device ids and tokens where people read: `id 1 (32 hex digits)`.
///
/// The same text has the same number wherever it stands, so that one sees which records are of one device and whether a
/// map of tokens fits a vendor's receipts; its shape shows whether the right field was read.
struct DeviceMarks {
  private var numbers: [String: Int] = [:]

  mutating func mark(_ id: String) -> String {
    let number = numbers[id] ?? numbers.count + 1
    numbers[id] = number
    return "id \(number) (\(Self.shape(of: id)))"
  }

  /// Replaces an id in a text that quotes it, as some vendors' reasons do.
  ///
  /// - Parameter ids: those of the record; shorter ones than eight bytes may be part of any word and are left.
  mutating func hide(_ ids: [String], in text: String) -> String {
    ids.filter { $0.utf8.count >= 8 }.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, id in
      text.contains(id) ? text.replacing(id, with: mark(id)) : text
    }
  }

  /// Upper case is told apart, since ids that differ in case are different devices.
  private static func shape(of id: String) -> String {
    let bytes = id.utf8
    func consist(_ belongs: (UInt8) -> Bool) -> Bool { bytes.allSatisfy(belongs) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    if consist(isDigit) { return "\(bytes.count) digits" }
    if consist({ isDigit($0) || (0x61...0x66).contains($0) }) { return "\(bytes.count) hex digits" }
    if consist({ isDigit($0) || (0x41...0x46).contains($0) }) {
      return "\(bytes.count) hex digits in upper case"
    }
    return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
  }
}

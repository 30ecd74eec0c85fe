/// The first 100 bytes of a database file, by the section "The Database Header" of SQLite's "Database File Format".
struct DatabaseHeader {
  static let count = 100

  /// A power of two from 512 to 65536.
  let pageSize: Int
  let pageCount: UInt32

  /// Reads a header, and refuses a database whose pages would have to be written otherwise than they are here.
  init(_ bytes: [UInt8], fileSize: Int64, path: String) throws(TableBuildError) {
    func refuse(_ why: String) -> TableBuildError { .unsuitable(path: path, why: why) }
    guard bytes.starts(with: "SQLite format 3\0".utf8) else { throw refuse("not a SQLite database") }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { throw refuse("its page size is wrong") }
    guard bytes[18] == 1, bytes[19] == 1 else { throw refuse("it is in write-ahead mode") }
    guard bytes[20] == 0 else { throw refuse("its pages have reserved bytes") }
    guard Self.number(in: bytes, at: 44) == 4 else {
      throw refuse("its schema is of a format other than 4, which has no constants 0 and 1")
    }
    guard Self.number(in: bytes, at: 52) == 0, Self.number(in: bytes, at: 64) == 0 else {
      throw refuse("it vacuums itself, which needs pointer-map pages")
    }
    guard Self.number(in: bytes, at: 56) == 1 else { throw refuse("its texts are not UTF-8") }
    // "In-header database size": valid only when the counter of changes equals version-valid-for.
    let inHeader = Self.number(in: bytes, at: 28)
    let isValid = inHeader > 0 && bytes[24..<28] == bytes[92..<96]
    pageCount = isValid ? inHeader : UInt32(clamping: fileSize / Int64(pageSize))
    guard fileSize >= Int64(pageCount) * Int64(pageSize) else { throw refuse("it is shorter than it says") }
  }

  /// Sets the number of pages and counts a change, so that no connection takes its cached pages for the file's.
  static func update(_ bytes: inout [UInt8], pageCount: UInt32) {
    let changes = number(in: bytes, at: 24) &+ 1
    set(changes, in: &bytes, at: 24)
    set(pageCount, in: &bytes, at: 28)
    set(changes, in: &bytes, at: 92)
  }

  private static func number(in bytes: [UInt8], at index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func set(_ number: UInt32, in bytes: inout [UInt8], at index: Int) {
    for byte in 0..<4 { bytes[index + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte)) }
  }
}

/// The numbers in the headers of this program's files, by which it tells them from each other and from all else.
package enum ApplicationID {
  /// "PuLe": a ledger.
  package static let ledger: Int64 = 0x5075_4C65
  /// "PuLs": a snapshot for dashboards.
  package static let snapshot: Int64 = 0x5075_4C73

  /// Bytes at the beginning of a file that hold the number.
  package static let headLength = 72

  /// The number of the SQLite database that begins so; `nil` for a file of another kind.
  ///
  /// https://www.sqlite.org/fileformat2.html: 16 bytes of magic; the number, big-endian, at 68.
  package static func of(_ head: [UInt8]) -> Int64? {
    guard head.count >= headLength, head.starts(with: "SQLite format 3\0".utf8) else { return nil }
    return head[68..<headLength].reduce(0) { $0 << 8 | Int64($1) }
  }
}

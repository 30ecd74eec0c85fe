import SQLite

/// The ids of messages out of the file's pages; quick in the order of their references.
struct MessageIDs {
  private var scan: TableScan
  private var last: (reference: Int64, id: [UInt8]) = (-1, [])

  /// - Returns: `nil` where only SQLite can read them.
  init?(in database: Database) throws {
    guard let scan = try TableScan("message", leading: 2, of: database) else { return nil }
    self.scan = scan
  }

  /// - Throws: where there is none, as on a damaged page.
  mutating func id(of reference: Int64) throws -> [UInt8] {
    if last.reference == reference { return last.id }
    let place = try place(of: reference)
    last = (reference, Array(scan.bytes[place]))
    return last.id
  }

  /// Hands the id on, as `id` has it.
  mutating func give(_ reference: Int64, to result: VirtualResult) throws {
    let place = try place(of: reference)
    result.text(scan.bytes.span.extracting(place))
  }

  /// Where the id stands among the bytes of the scan.
  private mutating func place(of reference: Int64) throws -> Range<Int> {
    if !scan.hasRow || scan.cell(0) != reference { try scan.seek(reference) }
    guard scan.hasRow, scan.cell(0) == reference, let place = RowBatch.place(of: scan.cell(1)) else {
      throw ReferencedText.isMissing
    }
    return place.offset..<place.offset + place.count
  }
}

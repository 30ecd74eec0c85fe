import SQLite

/// Numbers for the values of a column, equal ones for equal values.
struct GroupCodes {
  /// How many numbers there are, from 0 on.
  let count: Int
  /// Of a text by its reference; `nil` where a value is its own number.
  private let codes: [UInt32]?

  /// References for which there is room.
  private static let references: Int64 = 1 << 22
  /// Texts for which there is room.
  private static let texts = 1 << 16

  /// The numbers of a column.
  ///
  /// - Returns: `nil` for a column with too many values, or of which nobody knows how many it has.
  init?(_ column: DeliveryColumn, in database: Database) throws {
    switch column {
    case .isAckEligible, .isConfirmed: (count, codes) = (2, nil)
    case .device, .time, .latency: return nil
    case .text(let text):
      guard let bound = try database.integer(text.bound), (0...Self.references).contains(bound) else {
        return nil
      }
      // 0 is that of no text.
      var codes = [UInt32](repeating: 0, count: Int(bound))
      var known: [[UInt8]: UInt32] = [:]
      let rows = try database.prepare(text.everything)
      while try rows.step() {
        guard let name = rows.optionalText(1) else { continue }
        let code = known[Array(name.utf8), default: UInt32(known.count + 1)]
        guard code <= Self.texts else { return nil }
        let reference = rows.integer(0)
        // Of a damaged page the last one need not be the highest.
        guard (0..<bound).contains(reference) else { throw ReferencedText.isMissing }
        known[Array(name.utf8)] = code
        codes[Int(reference)] = code
      }
      (count, self.codes) = (known.count + 1, codes)
    }
  }

  /// The number of what `DeliveryReading.cell` gives.
  ///
  /// - Throws: where that is no reference, as on a damaged page.
  @inline(__always)
  func code(of cell: Int64) throws -> Int {
    if cell == RowBatch.null { return 0 }
    guard let codes else { return Int(cell) }
    guard cell >= 0, cell < codes.count else { throw ReferencedText.isMissing }
    return Int(codes[Int(cell)])
  }
}

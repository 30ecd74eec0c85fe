import SQLite

/// Numbers for the values of a column, equal ones for equal values.
struct GroupCodes: Sendable {
  /// How many numbers there are, from 0 on.
  let count: Int
  /// By what `DeliveryReading.cell` gives, of a text its reference; that of none is 0.
  let numbers: [UInt32]
  /// The other way round: what has the number.
  private let cells: [Int64]

  /// References for which there is room.
  private static let references: Int64 = 1 << 22
  /// Texts for which there is room.
  private static let texts = 1 << 16

  /// The numbers of a column.
  ///
  /// - Returns: `nil` for a column with too many values, or of which nobody knows how many it has.
  init?(_ column: DeliveryColumn, in database: Database) throws {
    switch column {
    case .isAckEligible, .isConfirmed: (count, numbers, cells) = (2, [0, 1], [0, 1])
    case .device, .time, .latency: return nil
    case .text(let text):
      guard let bound = try database.integer(text.bound), (0...Self.references).contains(bound) else {
        return nil
      }
      // 0 is that of no text.
      var codes = [UInt32](repeating: 0, count: Int(bound))
      var known: [[UInt8]: UInt32] = [:]
      var cells = [RowBatch.null]
      let rows = try database.prepare(text.everything)
      while try rows.step() {
        guard let name = rows.optionalText(1) else { continue }
        let code = known[Array(name.utf8), default: UInt32(known.count + 1)]
        guard code <= Self.texts else { return nil }
        let reference = rows.integer(0)
        // Of a damaged page the last one need not be the highest.
        guard (0..<bound).contains(reference) else { throw ReferencedText.isMissing }
        if known.updateValue(code, forKey: Array(name.utf8)) == nil { cells.append(reference) }
        codes[Int(reference)] = code
      }
      (count, numbers, self.cells) = (known.count + 1, codes, cells)
    }
  }

  /// What `DeliveryReading.cell` gives of a value with a number.
  func cell(of code: Int) -> Int64 { cells[code] }
}

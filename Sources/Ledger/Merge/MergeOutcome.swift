/// What merging did with the lines of each file, by the importer's file numbers.
package struct MergeOutcome: Sendable {
  /// Lines that changed the ledger, by file number.
  package private(set) var merged: [UInt32: Int] = [:]
  /// Lines that told nothing new, by file number.
  package private(set) var duplicate: [UInt32: Int] = [:]

  mutating func count(_ changed: Bool, file: UInt32) {
    if changed { merged[file, default: 0] += 1 } else { duplicate[file, default: 0] += 1 }
  }
}

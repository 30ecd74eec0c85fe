internal import ReceiptModel

/// What merging did with the lines of each file, by the importer's file numbers.
package struct MergeOutcome: Sendable {
  private var files = RollupTable<FileNumber, Lines>(zero: Lines())

  private struct Lines: Sendable {
    var merged = 0
    var duplicate = 0
  }

  private struct FileNumber: RollupTableKey, Sendable {
    var number: UInt32

    var mixed: UInt64 { ByteDictionary.mix(UInt64(number)) }
  }

  /// The files that something became of.
  package var fileNumbers: [UInt32] { files.cells.map(\.key.number) }

  /// Lines of a file that changed the ledger.
  package func merged(file: UInt32) -> Int { files[FileNumber(number: file)].merged }

  /// Lines of a file that told nothing new.
  package func duplicate(file: UInt32) -> Int { files[FileNumber(number: file)].duplicate }

  /// Adds what became of further lines.
  package mutating func add(_ other: MergeOutcome) {
    for (file, lines) in other.files.cells {
      files[file].merged += lines.merged
      files[file].duplicate += lines.duplicate
    }
  }

  package init() {}

  mutating func count(_ changed: Bool, file: UInt32) {
    if changed {
      files[FileNumber(number: file)].merged += 1
    } else {
      files[FileNumber(number: file)].duplicate += 1
    }
  }
}

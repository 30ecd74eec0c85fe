package import ReceiptModel

/// What merging did with the lines of each file, by the importer's file numbers.
///
/// The fate of a line with several events is known only when all of them have been merged. Until then its group is kept
/// here, and `LineGroups.settle` counts it.
package struct MergeOutcome: Sendable {
  private var files = RollupTable<FileNumber, LineCounts>(zero: LineCounts())
  /// Bit n: an event or note of group n changed the ledger.
  private(set) var changedGroups: [UInt64] = []

  private struct FileNumber: RollupTableKey, Sendable {
    var number: UInt32

    var mixed: UInt64 { ByteDictionary.mix(UInt64(number)) }

    static func < (left: FileNumber, right: FileNumber) -> Bool { left.number < right.number }
  }

  /// The files with lines that were counted.
  package var fileNumbers: [UInt32] { files.cells.map(\.key.number) }

  /// The lines of a file that were merged, and those that told nothing new.
  package func counts(file: UInt32) -> LineCounts { files[FileNumber(number: file)] }

  /// Adds what became of further lines.
  package mutating func add(_ other: MergeOutcome) {
    for (file, counts) in other.files.cells { files[file] += counts }
    makeRoom(words: other.changedGroups.count)
    for index in other.changedGroups.indices { changedGroups[index] |= other.changedGroups[index] }
  }

  package init() {}

  /// Counts an event or note by its `LineMark`, whose groups are those of a `LineGroups`.
  @inline(__always)
  mutating func count(_ changed: Bool, mark: UInt32) {
    guard LineMark.isFile(mark) else { return count(changed, of: LineMark.meaning(mark)) }
    count(changed, file: mark)
  }

  mutating func count(_ changed: Bool, file: UInt32) {
    if changed {
      files[FileNumber(number: file)].merged += 1
    } else {
      files[FileNumber(number: file)].duplicate += 1
    }
  }

  @inline(never)
  private mutating func count(_ changed: Bool, of meaning: LineMark.Meaning) {
    guard changed, case .group(let number) = meaning else { return }
    let word = Int(number >> 6)
    makeRoom(words: word + 1)
    changedGroups[word] |= 1 << UInt64(number & 63)
  }

  private mutating func makeRoom(words: Int) {
    guard changedGroups.count < words else { return }
    changedGroups.append(contentsOf: repeatElement(0, count: words - changedGroups.count))
  }

  /// Forgets the groups.
  mutating func forgetGroups() { changedGroups = [] }
}

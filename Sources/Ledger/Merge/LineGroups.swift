import ReceiptModel

/// The lines of several events in batches that are merged together, numbered over all of these batches.
///
/// Such a line counts once: as merged when any of its events or notes changed the ledger. The lines of a file follow
/// one another, so a few stretches say which file each line is of.
struct LineGroups: Sendable {
  private(set) var count = 0
  /// Where the groups of a file begin, up to the next stretch.
  private var stretches: [(start: Int, file: UInt32)] = []

  /// Takes the groups of a batch.
  ///
  /// - Returns: what is to be added to the numbers of the batch's own groups.
  mutating func add(_ files: [UInt32]) throws -> UInt32 {
    let base = count
    guard base + files.count <= LineMark.groupLimit else {
      throw LedgerError.inconsistent(
        "more lines of several events than one import can count; import fewer files at once")
    }
    for file in files {
      if stretches.last?.file != file { stretches.append((count, file)) }
      count += 1
    }
    return UInt32(base)
  }

  /// Counts every group by what its events and notes did, and forgets the groups.
  mutating func settle(_ outcome: inout MergeOutcome) {
    for (index, stretch) in stretches.enumerated() {
      let end = index + 1 < stretches.count ? stretches[index + 1].start : count
      for group in stretch.start..<end {
        let word = group >> 6
        let changed =
          word < outcome.changedGroups.count && outcome.changedGroups[word] >> UInt64(group & 63) & 1 == 1
        outcome.count(changed, file: stretch.file)
      }
    }
    outcome.forgetGroups()
    self = LineGroups()
  }
}

extension LineMark {
  /// The mark of a batch's event or note when its groups are numbered from `base` on.
  static func moved(_ mark: UInt32, by base: UInt32) -> UInt32 {
    guard case .group(let number) = meaning(mark) else { return mark }
    return group(number + base)
  }
}

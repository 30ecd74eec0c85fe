package import Ledger
package import LogReading
package import Prose

/// How a log would be read, were it imported now.
package struct PlannedRead: Equatable, Sendable {
  package enum Treatment: Equatable, Sendable {
    case new
    /// From this byte on.
    case resumed(offset: Int64)
    case readAgain
    case alreadyRead
    /// Left out, by its name.
    case ownOutput(Phrase)
    case unreadable(InputError)
  }

  package var name: String
  package var treatment: Treatment
  /// Bytes that would be read; `nil` for standard input.
  package var bytes: Int64?
}

extension Importer {
  /// How logs would be read; looks at their beginnings and ends, and changes nothing.
  ///
  /// - Parameters:
  ///   - store: opened for reading, or `nil` for a ledger that is not there yet.
  ///   - ledgerPath: whose files are left out of folders.
  /// - Throws: `SQLiteError`.
  package static func forecast(
    of sources: [ImportSource], in store: LedgerReader?, ledgerPath: String, options: ImportOptions
  ) throws -> [PlannedRead] {
    var planner = try ImportPlanner(store, options)
    var reads: [PlannedRead] = []
    for found in FolderWalk.files(sources, leavingOut: noLogs(ledgerPath, options)) {
      let file = try planner.plan(found, number: UInt32(reads.count))
      reads.append(
        PlannedRead(
          name: found.source.name, treatment: PlannedRead.Treatment(file.start),
          bytes: file.size == nil ? nil : file.remaining))
    }
    return reads
  }
}

extension PlannedRead.Treatment {
  fileprivate init(_ start: PlannedFile.Start) {
    self =
      switch start {
      case .beginning: .new
      case .resume(_, let offset, _): .resumed(offset: offset)
      case .again: .readAgain
      case .alreadyRead: .alreadyRead
      case .ownOutput(let name): .ownOutput(name)
      case .unreadable(let error): .unreadable(error)
      }
  }
}

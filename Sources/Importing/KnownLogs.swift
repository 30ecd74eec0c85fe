package import Ledger

/// Where logs lie now that a ledger has read from.
package struct KnownLogs {
  /// Those that were found, to be read again.
  package fileprivate(set) var found: [(source: ImportSource, file: KnownFile)] = []
  /// Those that were not, as the ledger calls them, each name once.
  package fileprivate(set) var missing: [String] = []
}

extension Importer {
  /// Looks for files by their content, as every import knows a file again: a log that was rotated is found under its new
  /// name, and what has taken its old one is not taken for it.
  ///
  /// - Parameters:
  ///   - files: of the ledger.
  ///   - sources: files and folders to look among; `nil` for the paths that the files were read from.
  ///   - options: how they are going to be read.
  ///   - onTrouble: called with what the user named and cannot be opened.
  /// - Throws: `SQLiteError`.
  package static func find(
    _ files: [KnownFile], among sources: [ImportSource]?, in store: LedgerReader, options: ImportOptions,
    onTrouble: (ImportSource) -> Void = { _ in }
  ) throws -> KnownLogs {
    var options = options
    options.rescans = true
    var planner = try ImportPlanner(store, options)
    var missing = Dictionary(grouping: files, by: \.ref)
    var logs = KnownLogs()
    let places = sources ?? Set(files.map(\.path)).sorted().map { ImportSource(argument: $0) }
    for found in FolderWalk.files(places, leavingOut: noLogs(store.path, options))
    where found.source != .standardInput {
      let planned = try planner.plan(found, number: 0)
      if case .unreadable = planned.start, sources != nil, found.isNamed { onTrouble(found.source) }
      guard let row = planned.row, let file = missing.removeValue(forKey: row)?.first else { continue }
      logs.found.append((found.source, file))
    }
    logs.missing = Set(missing.values.joined().map(\.path)).sorted()
    return logs
  }
}

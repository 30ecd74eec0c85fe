package import Ledger

/// The files that a ledger has refused lines of, looked for where logs are.
package struct RefusedFiles {
  /// Those that were found, to be read again.
  package fileprivate(set) var found: [ImportSource] = []
  /// Those that were not, as the ledger calls them, each name once.
  package fileprivate(set) var missing: [String] = []
}

extension Importer {
  /// Looks for the files with refused lines by their content, as every import knows a file again: a log that was rotated
  /// is found under its new name, and what has taken its old one is not taken for it.
  ///
  /// - Parameters:
  ///   - sources: files and folders; `nil` for the paths that the files were read from.
  ///   - options: how they are going to be read.
  /// - Throws: `SQLiteError`.
  package static func refusedFiles(
    among sources: [ImportSource]?, in store: LedgerStore, options: ImportOptions
  ) throws -> RefusedFiles {
    let known = try store.filesWithRejects()
    var options = options
    options.rescans = true
    var planner = try ImportPlanner(store, options)
    var missing = Dictionary(grouping: known, by: \.ref)
    var files = RefusedFiles()
    let places = sources ?? Set(known.map(\.path)).sorted().map { ImportSource(argument: $0) }
    for found in FolderWalk.files(places, leavingOut: noLogs(store.path, options))
    where found.source != .standardInput {
      let file = try planner.plan(found, number: 0)
      // What the user named and cannot be opened is told as in every import.
      if case .unreadable = file.start, sources != nil, found.isNamed { files.found.append(found.source) }
      guard let row = file.row, missing.removeValue(forKey: row) != nil else { continue }
      files.found.append(found.source)
    }
    files.missing = Set(missing.values.joined().map(\.path)).sorted()
    return files
  }
}

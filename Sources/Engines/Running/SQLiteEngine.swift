import Importing
import JSONWriting
import Prose
import ReceiptModel
import SQLite

/// Computes the model on SQLite in this process: the oracle of the other engines, and a way to see what they would give.
package struct SQLiteEngine {
  let run: String
  let settings: JobSettings
  /// Files and folders.
  let inputs: [String]
  /// Asked often; `true` ends the work.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// Called with a few words of what is being done.
  package var onProgress: (String) -> Void = { _ in }

  package init(run: String, settings: JobSettings, inputs: [String]) {
    self.run = run
    self.settings = settings
    self.inputs = inputs
  }

  /// Writes the folder.
  ///
  /// - Parameter output: a folder that is not there.
  /// - Throws: `EngineError`, `SQLiteError`.
  package func compute(into output: String) throws -> EngineManifest {
    let files = try InputPaths.files(inputs)
    var folder = try UnfinishedFolder(output)
    let manifest: EngineManifest
    do {
      try compute(files, into: folder)
      manifest = try EngineManifest(of: folder)
    } catch let error as SQLiteError where error.isInterrupted {
      throw EngineError(.interrupted, "interrupted; nothing was kept")
    }
    try folder.publish()
    return manifest
  }

  private func compute(_ files: [[UInt8]], into folder: borrowing UnfinishedFolder) throws {
    // The events of the whole log go on the output's disk, where there has to be room anyway.
    let events = "\(folder.staging)/_events.db"
    // SQLite would make it as the umask allows.
    try NewFile.write("", to: events, permissions: 0o600)
    let database = try Database(path: events, mode: .create)
    try database.execute(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
    database.interruptStatements(when: shouldStop)
    let job = SQLiteJob(run: run, settings: settings)
    try database.execute(SQLiteJob.tables)
    var reader = EventReader(settings: settings, shouldStop: shouldStop)
    try database.transaction {
      let places = (1...ModelEvent.texts.count + 1 + ModelEvent.attributes.count).map { "?\($0)" }
      let insert = try database.prepare("INSERT INTO event VALUES (\(places.joined(separator: ", ")))")
      for file in files {
        onProgress("reading \(String(decoding: file, as: UTF8.self))")
        try reader.read(file) { try insert.run($0) }
      }
      try database.execute(
        "INSERT INTO line_count VALUES (\(reader.account.counts.map(String.init).joined(separator: ", ")))")
      for (reason, lines) in reader.account.reasons {
        try database.execute("INSERT INTO rejected_reason VALUES ('\(reason)', \(lines))")
      }
    }
    for view in job.views {
      onProgress("computing")
      try database.execute(view)
    }
    for relation in Relation.allCases {
      onProgress("writing \(relation.rawValue)")
      var file = try RowFile(in: folder.place(of: relation))
      let rows = try database.prepare(relation.query(job.head))
      while try rows.step() { try file.append(rows.row) }
      try file.finish()
    }
    guard InputPaths.removeFile(database.path) else { throw EngineError.writing(database.path) }
  }
}

extension Statement {
  /// Inserts an event, by the order of its columns.
  fileprivate func run(_ event: ModelEvent) throws {
    for (index, text) in event.texts.enumerated() { bind(text, at: index + 1) }
    bind(event.time, at: event.texts.count + 1)
    for (index, text) in event.attributes.enumerated() { bind(text, at: event.texts.count + 2 + index) }
    try run()
  }

  /// The current row, by the names of its columns.
  fileprivate var row: [(name: String, value: JSONTree)] {
    (0..<columnCount).map { column in
      let value: JSONTree =
        switch type(column) {
        case .null: .null
        case .integer: .integer(integer(column))
        case .real, .text, .blob: .text(text(column))
        }
      return (columnName(column), value)
    }
  }
}

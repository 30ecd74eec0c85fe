import Files
import Glibc
import JSONWriting

/// Computes the model on DuckDB: reads the log as an import does, hands over the events, and starts DuckDB's command line.
///
/// An oracle that shares nothing with SQLite and Spark but the model's text.
package struct DuckDBEngine {
  let run: String
  let settings: JobSettings
  /// Files and folders.
  let inputs: [String]
  let environment: [String: String]
  /// How long DuckDB may take.
  package var timeout: Duration?
  /// Asked often; `true` ends the work.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// Called with a few words of what is being done.
  package var onProgress: (String) -> Void = { _ in }

  package init(run: String, settings: JobSettings, inputs: [String], environment: [String: String]) {
    self.run = run
    self.settings = settings
    self.inputs = inputs
    self.environment = environment
  }

  /// Writes the folder; what DuckDB wrote stands in it as `_duckdb.log`, the job as `_job.sql`.
  ///
  /// - Parameter output: a folder that is not there. A run that fails leaves only the log, as `OUTPUT.log` or, where
  ///   that is there, `OUTPUT-2.log` and so on.
  /// - Throws: `EngineError`.
  package func compute(into output: String) throws -> EngineManifest {
    let files = try InputPaths.files(inputs)
    let program = try DuckDBProgram(environment: environment)
    var folder = try UnfinishedFolder(output)
    try hand(files, to: folder)
    try NewFile.write(DuckDBJob(run: run, settings: settings).text, to: "\(folder.staging)/_job.sql")
    for relation in Relation.allCases {
      let place = folder.place(of: relation)
      guard FileCall.mkdir(place, 0o750) else { throw EngineError.writing(place) }
    }
    let log = "\(folder.staging)/_duckdb.log"
    let child = try ChildProcess(
      program.path, Self.arguments, environment: environment, output: log, folder: folder.staging)
    return try folder.publish(keeping: "_duckdb.log") { folder in
      let outcome = watch(folder).wait(for: child)
      if let failure = DuckDBFailure.of(outcome, log: log, timeout: timeout) { throw failure.error }
      for relation in Relation.allCases { try RowFile.finish(folder.place(of: relation)) }
      for table in DuckDBJob.InputTable.allCases { folder.remove(table.folder) }
      folder.remove("_spill")
      return try EngineManifest(of: folder)
    }
  }

  /// Without the user's settings and without questions; the first error ends it.
  static let arguments = [
    "-init", "/dev/null", "-batch", "-bail", "-no-stdin", "-f", "_job.sql",
  ]

  /// Writes what DuckDB reads: events, and what became of the lines.
  private func hand(_ files: [[UInt8]], to folder: borrowing UnfinishedFolder) throws {
    var reader = EventReader(settings: settings, shouldStop: shouldStop)
    var events = try RowFile(in: folder.place(ofTable: .event), permissions: 0o600)
    for file in files {
      onProgress("reading \(String(decoding: file, as: UTF8.self))")
      try reader.read(file) { event in
        try events.append(
          zip(ModelEvent.texts, event.texts).map { ($0, .text($1)) } + [("at_ms", .integer(event.time))]
            + zip(ModelEvent.attributes, event.attributes).map { ($0, .text($1)) })
      }
    }
    try events.finish()
    var counts = try RowFile(in: folder.place(ofTable: .lineCount), permissions: 0o600)
    try counts.append(zip(LineAccount.columns, reader.account.counts).map { ($0, .integer(Int64($1))) })
    try counts.finish()
    var reasons = try RowFile(in: folder.place(ofTable: .rejectedReason), permissions: 0o600)
    for (reason, lines) in reader.account.reasons {
      try reasons.append([("reason", .text(reason)), ("lines", .integer(Int64(lines)))])
    }
    try reasons.finish()
  }

  private func watch(_ folder: borrowing UnfinishedFolder) -> ChildWatch {
    var watch = ChildWatch(timeout: timeout, shouldStop: shouldStop)
    let places = Relation.allCases.map { "\(folder.place(of: $0))/\(RowFile.part)" }
    watch.onWaiting = {
      let begun = places.filter { FileCall.access($0, F_OK) }.count
      onProgress("duckdb: \(begun) of \(places.count) relations begun")
    }
    return watch
  }
}

extension UnfinishedFolder {
  fileprivate func place(ofTable table: DuckDBJob.InputTable) -> String { "\(staging)/\(table.folder)" }
}

import Glibc
import ReceiptModel
import SQLite
import Threads

/// Makes the first content of an empty ledger in one go, several times as fast as merging batch by batch.
///
/// It keeps all batches, sorted, in memory and then in a temporary file. At the end it merges them once, in the order
/// of the tables' keys, so that it can write the pages one after another (`TableBuild`) instead of by `INSERT`. Until
/// then it collects what is small (dictionaries, files, refused lines, rollups) in a ledger of its own beside the real
/// one. The result takes the ledger's place by renaming, after SQLite has checked it; before that the ledger is as
/// empty as it was.
final class LedgerBuild {
  private let path: String
  private let folder: String
  private let settings: LedgerSettings
  private let places: BuildPlaces
  private let parts: LedgerWriter
  private let files: FileTable
  private let dictionaries: SharedDictionaries
  private let names: MessageNames
  private var notes: NoteWriter
  private var groups = LineGroups()
  private let memory: BuildMemory
  private let shouldGiveUp: @Sendable () -> Bool
  private var translator: BatchTranslator
  private var batches: [SortedBatch] = []
  private var bytesInMemory = 0
  private var spill: SpillFile?
  private let versions: CellSpill<CountedKey, Int>
  /// The row of each file, by the importer's number.
  private var fileRows: [UInt32: Int64] = [:]
  private var samples = MessageSamples()

  /// - Parameters:
  ///   - path: of the ledger, with the folder resolved.
  ///   - pseudonymMark: of the key whose pseudonyms the batches hold.
  ///   - shouldGiveUp: asked often by `finish`, on several threads.
  init(
    for path: String, settings: LedgerSettings, memory: BuildMemory, pseudonymMark: Int64? = nil,
    shouldGiveUp: @escaping @Sendable () -> Bool = { false }
  ) throws {
    self.path = path
    folder = StorePath.folder(of: path)
    self.shouldGiveUp = shouldGiveUp
    self.settings = settings
    self.memory = memory
    places = try BuildPlaces(beside: path)
    // Made by SQLite, so that only the rows of a few tables are written past it.
    // Nobody asks for a window here; the indexes are made when everything is in the new ledger.
    do {
      let new = try LedgerWriter.openForWriting(places.new, isDurable: false)
      try new.database.execute(Schema.dropTimeIndexes(in: "main", of: Schema.factIndexes))
    }
    parts = try LedgerWriter.openForWriting(places.parts, isDurable: false)
    try parts.limitCache(to: memory.cacheBytes / 4)
    try parts.adopt(settings)
    if let pseudonymMark { try parts.adopt(pseudonymMark: pseudonymMark) }
    try parts.database.execute(Schema.dropTimeIndexes(in: "main", of: Schema.timeIndexes))
    files = try FileTable(in: parts.database)
    names = MessageNames(folder: folder, bytes: memory.cacheBytes / 4)
    dictionaries = try SharedDictionaries(in: parts.database, settings: settings, messages: names)
    notes = try NoteWriter(in: parts.database)
    translator = BatchTranslator(dictionaries)
    versions = CellSpill(folder: folder)
    try parts.database.execute("BEGIN")
  }

  /// Takes a batch, sorted by a `BatchSorter`, and how far its files were read.
  func add(_ batch: EventBatch, files progress: [FileProgress], clock: Instant) throws {
    let firstGroup = try groups.add(batch.groupFiles)
    var sorted = SortedBatch(batch, try translator.references(of: batch), firstGroup: firstGroup)
    samples.add(sorted)
    if bytesInMemory + sorted.byteCount > memory.sortedBytes {
      let spill = try self.spill ?? SpillFile(folder: folder)
      self.spill = spill
      sorted = try SortedBatch(sorted, movedTo: spill)
    }
    bytesInMemory += sorted.byteCount
    if sorted.segmentCount > 0 { batches.append(sorted) }
    try dictionaries.withLock { dictionaries in
      try notes.write(batch.notes, firstGroup: firstGroup, &dictionaries)
      // Nothing is counted yet, so all messages are judged at the end.
      _ = notes.takeJudgedAnew()
      try files.write(progress, rows: &fileRows, at: clock)
    }
  }

  /// Builds the ledger of all batches and puts it into its place.
  ///
  /// - Throws: `SQLiteError`, `LedgerError`; then the ledger is as empty as it was. `givenUp` or `.interrupted` when
  ///   it was to give up.
  func finish() throws -> MergeOutcome {
    let newPath = places.new
    // What it remembers is memory that merging needs.
    translator = BatchTranslator(dictionaries)
    try parts.database.execute("INSERT INTO expectation \(AckExpectation.definition())")
    let results: [PartResult]
    do {
      let build = try TableBuild(path: newPath)
      let messages = try names.finish()
      let index = Concurrently { [path, shouldGiveUp] in
        try messages.indexPages(in: build) { if shouldGiveUp() { throw LedgerError.givenUp(path: path) } }
      }
      results = try mergeAll(messages, into: build)
      batches = []
      let hours = try MessageHours.indexPages(results.map(\.hours), in: build) {
        if shouldGiveUp() { throw LedgerError.givenUp(path: path) }
      }
      try build.finish(results.flatMap(\.pages) + versionPages(in: build) + [index.value(), hours])
    } catch let error as TableBuildError { throw Self.told(error) }
    // Not before: an insert that is interrupted undoes all of the parts, in which another thread may be looking.
    parts.database.interruptStatements(when: shouldGiveUp)
    // SQLite looks at what was written past it, and it goes to the disk, while the rest is added up.
    let check = Concurrently { [shouldGiveUp] in try Self.check(newPath, shouldGiveUp: shouldGiveUp) }
    let flush = Concurrently { try FolderNames.flush(file: newPath) }
    var outcome = notes.takeOutcome()
    for result in results { outcome.add(result.outcome) }
    groups.settle(&outcome)
    try files.add(outcome, rows: fileRows)
    // Links are looked at when the ledger has its place.
    try parts.database.execute(
      "INSERT OR IGNORE INTO link_pending SELECT -1 WHERE EXISTS (SELECT 1 FROM alias)")
    try parts.database.execute("COMMIT")
    try check.value()
    try flush.value()
    try copyParts(into: newPath)
    try judgeAnew(results.reduce(into: []) { $0.formUnion($1.judgedAnew) }, in: newPath)
    try FolderNames.put(newPath, inPlaceOf: path)
    return outcome
  }

  private struct PartResult: Sendable {
    var pages: [LeafPages]
    var hours: MessageHours
    var outcome: MergeOutcome
    var judgedAnew: Set<Int64>
  }

  /// Merges all batches, each thread a range of messages.
  private func mergeAll(_ messages: NamedMessages, into build: TableBuild) throws -> [PartResult] {
    let ranges = samples.ranges(memory.workers)
    let windowSize = memory.windowSize(batches: batches.count * ranges.count)
    let (path, batches, dictionaries, settings, memory) = (path, batches, dictionaries, settings, memory)
    let versions = versions
    let shouldGiveUp = shouldGiveUp
    return try ranges.concurrentMap { range in
      try Self.merge(
        batches, range, windowSize: windowSize, sumBytes: memory.sumBytes, versions, dictionaries, settings,
        into: DeliverySegments(build, messages, range, folder: StorePath.folder(of: path))
      ) { if shouldGiveUp() { throw LedgerError.givenUp(path: path) } }
    }
  }

  private static func merge(
    _ batches: [SortedBatch], _ messages: Range<Int64>, windowSize: Int, sumBytes: Int,
    _ versions: CellSpill<CountedKey, Int>, _ dictionaries: SharedDictionaries, _ settings: LedgerSettings,
    into segments: consuming DeliverySegments, beforeEachChunk: () throws -> Void
  ) throws -> PartResult {
    var merger = DeliveryMerger(dictionaries, settings: settings)
    try merger.refreshEligibility()
    var groups = try GroupSource(batches, messages: messages, windowSize: windowSize)
    var chunk = GroupChunk()
    while try groups.fill(&chunk, groups: BatchMerger.chunk) {
      try beforeEachChunk()
      try merger.merge(chunk, stored: [], into: &segments)
      try segments.flush(isLast: false)
      try merger.spillVersions(above: sumBytes, into: versions)
    }
    try segments.flush(isLast: true)
    try merger.spillVersions(above: 0, into: versions)
    let (pages, hours) = try segments.finish()
    return PartResult(
      pages: pages, hours: hours, outcome: merger.takeOutcome(), judgedAnew: merger.takeJudgedAnew())
  }

  /// The tables of versions' counters, of all that the threads have gathered.
  private func versionPages(in build: TableBuild) throws -> [LeafPages] {
    var segments = try VersionSegments(build, parts: parts.database)
    try versions.drain(memory.sumBytes) { changes in
      if shouldGiveUp() { throw LedgerError.givenUp(path: path) }
      try segments.append(changes)
    }
    return try segments.finish()
  }

  /// A failed build in the words of those who open and write ledgers: a full disk is one thing everywhere.
  private static func told(_ error: TableBuildError) -> any Error {
    if case .io(let path, let code) = error, code != 0 { return SQLiteError(errno: code, context: path) }
    return LedgerError.inconsistent("the ledger could not be built: \(error)")
  }

  /// The tables whose pages are built.
  private static let built =
    ["message", "delivery", "repeat", "late_attribute", "teller"] + CohortTable.ofVersions.map(\.name)

  /// Copies every table that was not built.
  private func copyParts(into newPath: String) throws {
    let database = parts.database
    try database.attach(newPath, as: "built", mode: .readWrite)
    // The file is flushed once, when it is complete.
    try database.execute("PRAGMA built.journal_mode = OFF; PRAGMA built.synchronous = OFF")
    let rows = try database.prepare(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    var tables: [String] = []
    while try rows.step() { tables.append(rows.text(0)) }
    rows.reset()
    tables.removeAll { Self.built.contains($0) }
    try database.transaction {
      for table in tables {
        try database.execute(
          "DELETE FROM built.\(table); INSERT INTO built.\(table) SELECT * FROM main.\(table)")
      }
      try database.execute(Schema.createTimeIndexes(in: "built", of: Schema.factIndexes))
    }
    try database.execute("DETACH built")
  }

  /// Judges anew those messages that were not known to be acked before their deliveries were in the new file.
  private func judgeAnew(_ messages: Set<Int64>, in newPath: String) throws {
    guard !messages.isEmpty else { return }
    let database = try Database(path: newPath, mode: .readWrite)
    try database.transaction { try EligibilityKeeper(in: database).update(messages) }
  }

  /// SQLite's own look at every table that was written past it, on two threads.
  static func check(_ newPath: String, shouldGiveUp: @escaping @Sendable () -> Bool = { false }) throws {
    let names = try Database(path: newPath, mode: .readOnly).prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    var others: [String] = []
    while try names.step() { others.append(names.text(0)) }
    // One table is mostly as large as all others together.
    others.removeAll { $0 == "delivery" }
    _ = try [["delivery"], others].concurrentMap { tables in
      let database = try Database(path: newPath, mode: .readOnly)
      database.interruptStatements(when: shouldGiveUp)
      for table in tables { try check(table, of: database, newPath) }
    }
  }

  private static func check(_ table: String, of database: Database, _ newPath: String) throws {
    let rows = try database.prepare("PRAGMA quick_check(\(table))")
    let found = try rows.step() ? rows.text(0) : "nothing"
    // Pages that the disk does not give back are listed with the others that are wrong.
    if found.contains("unable to get the page") {
      throw SQLiteError(errno: EIO, context: "\(newPath): \(found)")
    }
    guard found == "ok" else { throw LedgerError.inconsistent("the built ledger is not sound: \(found)") }
  }
}

import ReceiptModel
import SQLite

/// Merges batches into a ledger: the set union that everything rests on.
///
/// A batch's events come sorted, so those of one push on one device stand together. For each such group the stored
/// deliveries are read (none, when the message is new), the events are inserted, and what changed is written with its
/// difference in the rollups.
final class BatchMerger {
  /// Groups handled between two statements: large enough to make a statement's own cost vanish, small enough that
  /// everything stays in the processor's cache.
  static let chunk = 4096
  /// Bytes of sums to gather before they are written.
  private static let sumBytes = 8 << 20

  private let database: Database
  private let dictionaries: SharedDictionaries
  private var translator: BatchTranslator
  private var merger: DeliveryMerger
  private var deliveries: DeliveryTable
  private var notes: NoteWriter
  private let eligibility: EligibilityKeeper
  private var pending: [SortedBatch] = []
  private var groups = LineGroups()
  /// Messages from here on are new with the waiting batches, so the ledger holds nothing of them.
  private var firstNew: Int64 = 0

  init(in database: Database, settings: LedgerSettings) throws {
    self.database = database
    dictionaries = try SharedDictionaries(in: database, settings: settings)
    translator = BatchTranslator(dictionaries)
    merger = DeliveryMerger(dictionaries, settings: settings)
    deliveries = try DeliveryTable(in: database)
    notes = try NoteWriter(in: database)
    eligibility = try EligibilityKeeper(in: database)
  }

  /// Takes a sorted batch, to be merged by `flush`, and its notes.
  func take(_ batch: EventBatch) throws {
    // They tell of pushes of any time.
    if !batch.notes.isEmpty { try database.outdateJudgements() }
    let firstGroup = try groups.add(batch.groupFiles)
    try dictionaries.withLock { try notes.write(batch.notes, firstGroup: firstGroup, &$0) }
    if pending.isEmpty { firstNew = dictionaries.withLock { $0.messages.next } }
    pending.append(SortedBatch(batch, try translator.references(of: batch), firstGroup: firstGroup))
  }

  /// Bytes of the batches that wait.
  var pendingBytes: Int { pending.reduce(0) { $0 + $1.byteCount } }

  /// Merges the batches taken so far, all in one pass over the deliveries they touch.
  func flush() throws -> MergeOutcome {
    var groups = try GroupSource(pending, messages: 0..<Int64.max, windowSize: 0)
    pending = []
    try eligibility.update(notes.takeJudgedAnew())
    try merger.refreshEligibility()
    var chunk = GroupChunk()
    while try groups.fill(&chunk, groups: Self.chunk) {
      let stored = try deliveries.read(chunk.groups, below: firstNew)
      try merger.merge(chunk, stored: stored, into: &deliveries)
      try deliveries.flush()
      try merger.writeChanges(above: Self.sumBytes)
    }
    try merger.writeChanges()
    var outcome = merger.takeOutcome()
    outcome.add(notes.takeOutcome())
    self.groups.settle(&outcome)
    try eligibility.update(merger.takeJudgedAnew())
    return outcome
  }
}

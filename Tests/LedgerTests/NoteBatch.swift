import Ledger
import ReceiptModel

extension LedgerWriter {
  /// Takes events and notes in as one batch.
  func take(_ events: [PlainEvent] = [], _ notes: [Note]) throws {
    var batch = EventBatch(capacity: 4096)
    for event in events { batch.append(event) }
    batch.notes = notes.map { LineNote($0, line: 0) }
    let writer = try BatchCommitter(self, settings: LedgerSettings())
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    _ = try writer.finish()
  }
}

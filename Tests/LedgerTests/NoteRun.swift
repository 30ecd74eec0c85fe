import Ledger
import ReceiptModel

extension LedgerStore {
  /// Takes events and notes in as one run.
  func take(_ events: [PlainEvent] = [], _ notes: [Note]) throws {
    var run = EventRun(capacity: 4096)
    for event in events { run.append(event) }
    run.notes = notes.map { LineNote($0, line: 0) }
    let writer = try LedgerWriter(self, settings: LedgerSettings())
    _ = try writer.commit(run.sorted(), files: [], clock: Instant(milliseconds: 0))
    _ = try writer.finish()
  }
}

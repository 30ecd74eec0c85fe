import ReceiptModel
import TestSupport

@testable import Ledger

/// Ledgers of logs that tell of pushes under several names.
enum LinkedLedger {
  /// Imports one after another, each of some batches.
  static func write(
    _ imports: [[[RandomLinks.Line]]], _ path: String, memory: BuildMemory? = nil,
    settings: LedgerSettings = LedgerSettings()
  ) throws -> LedgerWriter {
    var store = try LedgerWriter.openForWriting(path)
    for batches in imports {
      store = try LedgerWriter.openForWriting(path)
      let writer = try BatchCommitter(store, settings: settings, memory: memory)
      for (index, lines) in batches.enumerated() {
        var batch = EventBatch(capacity: 4096)
        for line in lines {
          switch line {
          case .event(let event): batch.append(event)
          case .note(let note): batch.notes.append(LineNote(note, line: 0))
          }
        }
        _ = try writer.commit(
          batch.sorted(), files: [], isLast: index == batches.count - 1, clock: Instant(milliseconds: 0))
      }
      _ = try writer.finish()
    }
    return store
  }
}

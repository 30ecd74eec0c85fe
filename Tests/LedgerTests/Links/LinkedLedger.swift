import ReceiptModel
import TestSupport

@testable import Ledger

/// Ledgers of logs that tell of pushes under several names.
enum LinkedLedger {
  /// Imports one after another, each of some runs.
  static func write(
    _ imports: [[[RandomLinks.Line]]], _ path: String, memory: BuildMemory? = nil,
    settings: LedgerSettings = LedgerSettings()
  ) throws -> LedgerStore {
    var store = try LedgerStore.openForWriting(path)
    for runs in imports {
      store = try LedgerStore.openForWriting(path)
      let writer = try LedgerWriter(store, settings: settings, memory: memory)
      for (index, lines) in runs.enumerated() {
        var run = EventRun(capacity: 4096)
        for line in lines {
          switch line {
          case .event(let event): run.append(event)
          case .note(let note): run.notes.append(LineNote(note, line: 0))
          }
        }
        _ = try writer.commit(
          run.sorted(), files: [], isLast: index == runs.count - 1, clock: Instant(milliseconds: 0))
      }
      _ = try writer.finish()
    }
    return store
  }
}

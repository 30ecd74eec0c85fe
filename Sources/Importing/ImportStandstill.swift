import LogReading
import ReceiptModel

/// A worker handed over a run for which it had read nothing, as it would for ever: a fault of this program.
package struct ImportStandstill: Error, CustomStringConvertible {
  /// The file that was being read.
  let file: String
  /// Bytes of it that were read before.
  let offset: Int64
  /// What the run held that was handed over as full.
  let held: String

  /// - Returns: `nil` for a run that brings the import on: it has events or notes, a line was read for it, or its portion
  ///   ends.
  init?(_ filled: FilledRun, names: (UInt32) -> String) {
    let run = filled.run
    guard !filled.endsPortion, run.events.isEmpty, run.notes.isEmpty, let report = filled.reports.last,
      filled.reports.allSatisfy({ $0.since.lines == 0 && $0.error == nil })
    else { return nil }
    file = names(report.number)
    offset = report.progress?.offset ?? 0
    held =
      "no event, \(run.appKeys.count) AppKeys, \(run.messageIDs.count) messages, \(run.deviceTexts.count) devices, "
      + "room for \(run.capacity) events and \(run.textCapacity) bytes of text"
  }

  package var description: String {
    """
    \(file): the import makes no progress after byte \(offset): a run was full with \(held). The ledger is as of the \
    last committed run. Please report this
    """
  }
}

import LogReading
package import Prose
import ReceiptModel

/// A worker handed over a batch for which it had read nothing, as it would for ever: a fault of this program.
package struct ImportStandstill: Error, CustomStringConvertible {
  /// The file that was being read.
  let file: String
  /// Bytes of it that were read before.
  let offset: Int64
  /// What the batch held that was handed over as full.
  let held: String

  /// - Returns: `nil` for a batch that brings the import on: it has events or notes, a line was read for it, or its portion
  ///   ends.
  init?(_ filled: FilledBatch, names: (UInt32) -> String) {
    let batch = filled.batch
    guard !filled.endsPortion, batch.events.isEmpty, batch.notes.isEmpty, let report = filled.reports.last,
      filled.reports.allSatisfy({ $0.since.lines == 0 && $0.error == nil })
    else { return nil }
    file = names(report.number)
    offset = report.progress?.offset ?? 0
    held =
      "no event, \(batch.appKeys.count) AppKeys, \(batch.messageIDs.count) messages, \(batch.deviceTexts.count) devices, "
      + "room for \(batch.capacity) events and \(batch.textCapacity) bytes of text"
  }

  package var description: String { words.told() }

  /// What happened and where; the file's name is in it as it is.
  package var words: Phrase {
    """
    \(file): the import makes no progress after byte \(figure: "\(offset)"): a batch was full with \(held). The ledger is as of the \
    last committed batch. Please report this
    """
  }
}

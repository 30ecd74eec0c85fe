import ReceiptModel
import Synchronization
import Threads

/// The cells of messages on their way into the order of AppKeys and ids.
///
/// Another thread packs and sorts some while the pass adds up the next.
final class MessageOrder {
  private let records: MessageRecords
  private var ids: PassedIDs
  private var cells: [MessageCell] = []
  /// What another thread does with those before.
  private var sorting: Concurrently<Void>?

  private static let together = 1024

  init(in reader: LedgerReader) throws {
    records = MessageRecords(RecordSorter(beside: reader))
    ids = try PassedIDs(in: reader.database)
  }

  func add(_ sum: borrowing MessageSum, _ appKey: String, _ message: Int64) throws {
    cells.append(sum.cell(appKey, try ids.id(of: message)))
    if cells.count == Self.together { try sort() }
  }

  private func sort() throws {
    try sorting?.value()
    sorting = Concurrently { [records, cells] in try records.append(cells) }
    cells = []
    cells.reserveCapacity(Self.together)
  }

  /// Gives the cells, once the pass has run, and has none any more.
  func takeCells() throws -> Pieces<MessageCells> {
    try sort()
    try sorting?.value()
    return records.takeSorted()
  }
}

/// Cells of messages, packed and sorted.
private final class MessageRecords: Sendable {
  private struct State {
    var sorter: RecordSorter
    var packer = MessagePacker()
    var record: [UInt8] = []
  }

  private let state: Mutex<State>

  init(_ sorter: sending RecordSorter) { state = Mutex(State(sorter: sorter)) }

  /// - Throws: `SQLiteError`.
  func append(_ cells: [MessageCell]) throws {
    try state.withLock { state in
      for cell in cells {
        state.record.removeAll(keepingCapacity: true)
        state.record.append(key: cell.appKey.utf8)
        state.record.append(key: cell.messageID.utf8)
        state.packer.pack(cell, into: &state.record)
        try state.sorter.append(state.record)
      }
    }
  }

  func takeSorted() -> Pieces<MessageCells> {
    state.withLock { state in
      state.sorter.takeSorted().pieces { [packer = state.packer] records in
        MessageCells(records.lazy.map(Self.withoutKey), by: packer)
      }
    }
  }

  private static func withoutKey(_ record: [UInt8]) -> ArraySlice<UInt8> {
    var key = RecordKeyReader(record)
    key.skipText()
    key.skipText()
    return record[key.place...]
  }
}

import ReceiptModel

/// The cells of messages on their way into the order of AppKeys and ids.
final class MessageOrder {
  private var sorter: RecordSorter
  private var packer = MessagePacker()
  private var record: [UInt8] = []

  init(in reader: LedgerReader) { sorter = RecordSorter(beside: reader) }

  func add(_ sum: borrowing MessageSum, _ appKey: String, _ message: PassedMessage) throws {
    let cell = sum.cell(appKey, message.id)
    record.removeAll(keepingCapacity: true)
    record.append(key: appKey.utf8)
    record.append(key: cell.messageID.utf8)
    packer.pack(cell, into: &record)
    try sorter.append(record)
  }

  /// Gives the cells, once the pass has run, and has none any more.
  func takeCells() -> Pieces<MessageCells> {
    sorter.takeSorted().pieces { [packer] records in
      MessageCells(records.lazy.map(Self.withoutKey), by: packer)
    }
  }

  private static func withoutKey(_ record: [UInt8]) -> ArraySlice<UInt8> {
    var key = RecordKeyReader(record)
    key.skipText()
    key.skipText()
    return record[key.place...]
  }
}

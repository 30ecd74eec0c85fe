import ReceiptModel

/// What happened to one push on one device, as a range of a chunk's events in the order of their moments.
struct DeliveryGroup {
  var message: Int64
  var device: StoredDevice
  var events: Range<Int>
  /// Whether it began in the chunk before.
  var isContinued = false
  /// Whether the rest of it follows in the next chunk.
  var goesOn = false
}

/// Some groups with their events; the first and the last may be parts.
struct GroupChunk {
  var groups: [DeliveryGroup] = []
  var events: [LedgerEvent] = []

  mutating func removeAll() {
    groups.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

/// Merges sorted batches: gives the groups of all of them in the ledger's order.
///
/// Two heaps: one brings the batches that hold the next message together, most often a single one; the other merges their
/// events of that message. So a group costs little however many batches there are.
struct GroupSource {
  private var cursors: [BatchCursor] = []
  private var waiting = MergeHeap<WaitingBatch>()
  private var active = MergeHeap<ActiveBatch>()
  private var message: Int64 = 0
  /// Whether the last group goes on.
  private var isOpen = false

  /// Events after which a chunk is full, however few its groups: a log that repeats itself has many events of each.
  private static let eventLimit = 1 << 16

  /// - Parameters:
  ///   - messages: the messages to give groups of.
  ///   - windowSize: bytes of each spilled batch to hold at a time.
  init(_ batches: [SortedBatch], messages: Range<Int64>, windowSize: Int) throws {
    for batch in batches {
      guard let cursor = try BatchCursor(batch, messages: messages, windowSize: windowSize) else { continue }
      waiting.push(WaitingBatch(message: cursor.message, index: cursors.count))
      cursors.append(cursor)
    }
  }

  /// Fills `chunk` with the next groups.
  ///
  /// - Returns: whether there were any.
  mutating func fill(_ chunk: inout GroupChunk, groups limit: Int) throws -> Bool {
    chunk.removeAll()
    while chunk.groups.count < limit, chunk.events.count < Self.eventLimit {
      if active.isEmpty, try !gatherNextMessage() { break }
      if active.count == 1 {
        try takeGroups(of: active.first, &chunk, limit)
      } else {
        try takeMergedGroup(&chunk)
      }
    }
    return !chunk.groups.isEmpty
  }

  /// Brings together the batches that stand at the smallest message.
  private mutating func gatherNextMessage() throws -> Bool {
    guard !waiting.isEmpty else { return false }
    message = waiting.first.message
    while !waiting.isEmpty, waiting.first.message == message {
      active.push(try activeBatch(waiting.first.index))
      waiting.removeFirst()
    }
    return true
  }

  /// Takes groups from the only batch that has events of the message, where they lie one after another.
  private mutating func takeGroups(of batch: ActiveBatch, _ chunk: inout GroupChunk, _ limit: Int) throws {
    let index = batch.index
    var device = batch.device
    var hasMore = true
    while true {
      let first = cursors[index].event
      let start = chunk.events.count
      var isSame = true
      repeat {
        chunk.events.append(cursors[index].event)
        hasMore = try cursors[index].advanceEvent()
        isSame = hasMore && cursors[index].event.hasDevice(of: first)
      } while isSame && chunk.events.count < Self.eventLimit
      append(device, from: start, goesOn: isSame, to: &chunk)
      guard hasMore else { return try leave(index) }
      guard chunk.groups.count < limit, chunk.events.count < Self.eventLimit else { break }
      device = try cursors[index].device()
    }
    active.first = try activeBatch(index)
  }

  private mutating func append(
    _ device: StoredDevice, from start: Int, goesOn: Bool, to chunk: inout GroupChunk
  ) {
    chunk.groups.append(
      DeliveryGroup(
        message: message, device: device, events: start..<chunk.events.count, isContinued: isOpen,
        goesOn: goesOn))
    isOpen = goesOn
  }

  /// Takes one group from several batches.
  private mutating func takeMergedGroup(_ chunk: inout GroupChunk) throws {
    let device = active.first.device
    let start = chunk.events.count
    while !active.isEmpty, active.first.device == device, chunk.events.count < Self.eventLimit {
      let index = active.first.index
      chunk.events.append(cursors[index].event)
      if try cursors[index].advanceEvent() {
        active.first = try activeBatch(index)
      } else {
        try leave(index)
      }
    }
    append(device, from: start, goesOn: !active.isEmpty && active.first.device == device, to: &chunk)
  }

  /// The batch at the top of `active` has no more events of the message: it waits with its next one.
  private mutating func leave(_ index: Int) throws {
    active.removeFirst()
    if try cursors[index].advanceSegment() {
      waiting.push(WaitingBatch(message: cursors[index].message, index: index))
    }
  }

  private mutating func activeBatch(_ index: Int) throws -> ActiveBatch {
    ActiveBatch(device: try cursors[index].device(), moment: cursors[index].event.moment, index: index)
  }
}

/// A batch by the message it stands at; of equal ones the one that was read first.
private struct WaitingBatch: Comparable {
  var message: Int64
  var index: Int

  static func < (left: WaitingBatch, right: WaitingBatch) -> Bool {
    left.message != right.message ? left.message < right.message : left.index < right.index
  }
}

/// A batch by the event it stands at.
private struct ActiveBatch: Comparable {
  var device: StoredDevice
  var moment: UInt64
  var index: Int

  static func < (left: ActiveBatch, right: ActiveBatch) -> Bool {
    if left.device != right.device { return left.device < right.device }
    return left.moment != right.moment ? left.moment < right.moment : left.index < right.index
  }
}

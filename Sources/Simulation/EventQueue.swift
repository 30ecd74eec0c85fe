/// Events waiting for their place in the log: a heap by position, equal positions in the order they came.
///
/// The heap holds only numbers; events lie still in slots that are used again.
struct EventQueue: Sendable {
  private struct Entry {
    var position: Int64
    var order: UInt32
    var slot: UInt32

    func isBefore(_ other: Entry) -> Bool {
      position != other.position ? position < other.position : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var slots: [SimulatedEvent] = []
  private var freeSlots: [UInt32] = []
  private var pushed: UInt32 = 0

  /// The position of the next event.
  var next: Int64? { heap.first?.position }

  mutating func push(_ event: SimulatedEvent, at position: Int64) {
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
      slots[Int(free)] = event
    } else {
      slot = UInt32(slots.count)
      slots.append(event)
    }
    let entry = Entry(position: position, order: pushed, slot: slot)
    pushed &+= 1
    heap.append(entry)
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard entry.isBefore(heap[parent]) else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  mutating func pop() -> SimulatedEvent? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty { sink(last) }
    freeSlots.append(first.slot)
    return slots[Int(first.slot)]
  }

  private mutating func sink(_ entry: Entry) {
    var hole = 0
    while true {
      let firstChild = hole * 4 + 1
      guard firstChild < heap.count else { break }
      var best = firstChild
      for child in firstChild..<min(firstChild + 4, heap.count) where heap[child].isBefore(heap[best]) {
        best = child
      }
      guard heap[best].isBefore(entry) else { break }
      heap[hole] = heap[best]
      hole = best
    }
    heap[hole] = entry
  }
}

import ReceiptModel

/// The sums of a run by cell: a hash table for keys that know their own hash.
///
/// A `Dictionary` hashes each key with SipHash, which costs more than the adding. Here a key is mixed in a few
/// instructions, and the cell of the last key is looked at first, as neighbours often fall into the same.
struct RollupTable<Key: RollupTableKey, Value> {
  private(set) var cells: [(key: Key, value: Value)] = []
  private let zero: Value
  /// Places in `cells` plus one; 0 is empty.
  private var slots = Self.fewSlots
  private var last = 0

  private static var fewSlots: [UInt32] { Array(repeating: 0, count: 256) }

  init(zero: Value) { self.zero = zero }

  /// Bytes of memory that it takes.
  var byteCount: Int { cells.capacity * MemoryLayout<(Key, Value)>.stride + slots.count * 4 }

  /// Returns cells in the order of their keys and empties the table.
  ///
  /// - Parameter isWanted: the others are forgotten.
  mutating func takeSorted(where isWanted: (Key) -> Bool = { _ in true }) -> [(key: Key, value: Value)] {
    var taken: [(key: Key, value: Value)] = []
    swap(&taken, &cells)
    (slots, last) = (Self.fewSlots, 0)
    taken.removeAll { !isWanted($0.key) }
    taken.sort { $0.key < $1.key }
    return taken
  }

  /// The value of a key, which begins as `zero`.
  subscript(_ key: Key) -> Value {
    get { find(key).map { cells[$0].value } ?? zero }
    _modify {
      let place = place(of: key)
      yield &cells[place].value
    }
  }

  /// The value of a key that stands at a place.
  subscript(at place: Int) -> Value {
    @inline(__always) _read { yield cells[place].value }
    @inline(__always) _modify { yield &cells[place].value }
  }

  private func find(_ key: Key) -> Int? {
    var slot = Int(truncatingIfNeeded: key.mixed) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if cells[place].key == key { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Where in `cells` a key stands; a new one comes last.
  mutating func place(of key: Key) -> Int {
    if last < cells.count, cells[last].key == key { return last }
    var slot = Int(truncatingIfNeeded: key.mixed) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if cells[place].key == key {
        last = place
        return place
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    cells.append((key, zero))
    slots[slot] = UInt32(cells.count)
    last = cells.count - 1
    if cells.count * 2 > slots.count { grow() }
    return last
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (place, cell) in cells.enumerated() {
      var slot = Int(truncatingIfNeeded: cell.key.mixed) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(place + 1)
    }
  }
}

/// A key of a `RollupTable`.
protocol RollupTableKey: Comparable {
  /// The key as 64 well-mixed bits.
  var mixed: UInt64 { get }
}

extension RollupTable: Sendable where Key: Sendable, Value: Sendable {}

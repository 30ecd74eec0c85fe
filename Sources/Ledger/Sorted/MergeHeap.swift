/// A binary heap whose smallest entry is at hand.
struct MergeHeap<Entry: Comparable> {
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  var count: Int { entries.count }

  /// The smallest entry; replacing it costs less than taking it out and putting another in.
  var first: Entry {
    get { entries[0] }
    set {
      entries[0] = newValue
      sink()
    }
  }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var place = entries.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard entries[place] < entries[parent] else { return }
      entries.swapAt(place, parent)
      place = parent
    }
  }

  mutating func removeFirst() {
    let last = entries.removeLast()
    if !entries.isEmpty { first = last }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { return }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entries[place] else { return }
      entries.swapAt(place, child)
      place = child
    }
  }
}

import ReceiptModel

/// The events of a delivery beyond the first of their kind, and all of kind `other`: a sorted set.
///
/// Each kind stands by itself, because the kinds of a log come in turns, and is divided where its last event came in.
/// So events in the order of their times cost the same wherever they belong among the others: late ones need not be put
/// before all the rest.
struct RepeatSet {
  /// In the order of the kinds.
  private var kinds: [KindRepeats] = []

  var isEmpty: Bool { kinds.allSatisfy(\.isEmpty) }

  /// Adds an event; returns whether it is new.
  ///
  /// - Complexity: O(log *n*) for an event that follows the last of its kind that came in; otherwise also one move for
  ///   each event that stands between the two.
  mutating func insert(_ event: RepeatedEvent) -> Bool {
    let moment = KindRepeats.Moment(time: event.time, raw: event.raw)
    if let place = kinds.firstIndex(where: { $0.kind.rawValue >= event.kind.rawValue }) {
      if kinds[place].kind == event.kind { return kinds[place].insert(moment) }
      kinds.insert(KindRepeats(event.kind, moment), at: place)
    } else {
      kinds.append(KindRepeats(event.kind, moment))
    }
    return true
  }

  mutating func removeAll(where condition: (RepeatedEvent) -> Bool) {
    let kept = filter { !condition($0) }
    self = RepeatSet()
    for event in kept { _ = insert(event) }
  }
}

extension RepeatSet: Sequence {
  func makeIterator() -> Iterator { Iterator(kinds: kinds) }

  struct Iterator: IteratorProtocol {
    fileprivate let kinds: [KindRepeats]
    private var kind = 0
    private var place = 0

    fileprivate init(kinds: [KindRepeats]) { self.kinds = kinds }

    mutating func next() -> RepeatedEvent? {
      while kind < kinds.count {
        if let moment = kinds[kind].moment(place) {
          place += 1
          return RepeatedEvent(kind: kinds[kind].kind, time: moment.time, raw: moment.raw)
        }
        (kind, place) = (kind + 1, 0)
      }
      return nil
    }
  }
}

/// The repeats of one kind.
private struct KindRepeats {
  struct Moment: Comparable {
    var time: Int64
    var raw: Int64

    static func < (left: Moment, right: Moment) -> Bool { (left.time, left.raw) < (right.time, right.raw) }
  }

  let kind: EventKind
  /// Up to the last that came in.
  private var before: [Moment]
  /// Behind it, the latest first.
  private var behind: [Moment] = []

  init(_ kind: EventKind, _ moment: Moment) {
    self.kind = kind
    before = [moment]
  }

  var isEmpty: Bool { before.isEmpty && behind.isEmpty }

  /// The moment at a place in the order of times; `nil` behind the last.
  func moment(_ place: Int) -> Moment? {
    if place < before.count { return before[place] }
    let rest = place - before.count
    return rest < behind.count ? behind[behind.count - 1 - rest] : nil
  }

  mutating func insert(_ moment: Moment) -> Bool {
    guard !contains(moment) else { return false }
    while let last = before.last, moment < last {
      behind.append(last)
      before.removeLast()
    }
    while let next = behind.last, next < moment {
      before.append(next)
      behind.removeLast()
    }
    before.append(moment)
    return true
  }

  private func contains(_ moment: Moment) -> Bool {
    // Nearly every event belongs where the last one came in.
    if before.last.map({ $0 < moment }) ?? true, behind.last.map({ moment < $0 }) ?? true { return false }
    let place = before.partitionPoint { $0 >= moment }
    if place < before.count { return before[place] == moment }
    let rest = behind.partitionPoint { $0 <= moment }
    return rest < behind.count && behind[rest] == moment
  }
}

import ReceiptModel

/// A source that reported a kind of event of a delivery, and the first time it gives.
struct Attribution: Comparable, Hashable {
  var kind: EventKind
  /// Reference of the source; `unknown` when nothing says which.
  var source: Int64
  var time: Int64

  /// Reference of no source, where nothing says which.
  static let unknown: Int64 = 0

  static func < (left: Attribution, right: Attribution) -> Bool {
    (left.kind.rawValue, left.source) < (right.kind.rawValue, right.source)
  }
}

extension DeliveryState {
  /// Notes that a source reported an event.
  ///
  /// While one source told everything, its name stands in the context and nothing is noted; the first event of another
  /// source makes a row for each kind that was there. The result is a function of what was told, in any order.
  ///
  /// Call it after the event was inserted and its attributes were merged, before it stops being a linked one.
  ///
  /// - Parameters:
  ///   - isNew: whether the event was not in the set before.
  ///   - former: the source of the context before this event.
  ///   - standing: the source of the context now.
  /// - Returns: whether that changed what is known of who told what.
  mutating func tell(
    _ kind: EventKind, at time: Int64, raw: Int64, by source: Int64, isNew: Bool, former: Int64,
    standing: Int64
  ) -> Bool {
    let known = tellings
    if known.isEmpty, source == former { return false }
    var tellings = known
    if known.isEmpty {
      tellings = ownFirstTimes(without: isNew ? RepeatedEvent(kind: kind, time: time, raw: raw) : nil)
        .map { Attribution(kind: $0, source: former, time: $1) }
    }
    if let place = tellings.firstIndex(where: { $0.kind == kind && $0.source == source }) {
      tellings[place].time = min(tellings[place].time, time)
    } else {
      tellings.append(Attribution(kind: kind, source: source, time: time))
    }
    forgetUnknown(&tellings, standing: standing)
    if tellings.allSatisfy({ $0.source == standing }) { tellings = [] }
    tellings.sort()
    guard tellings != known else { return false }
    self.tellings = tellings
    return true
  }

  /// Takes out "nothing says which" for kinds of which a known source has told.
  ///
  /// The source that the context names told the earliest event; until it is among the known ones, nothing is taken out.
  private func forgetUnknown(_ tellings: inout [Attribution], standing: Int64) {
    let named = tellings.filter { $0.source != Attribution.unknown }
    let earliest = named.lazy.map(\.time).min()
    guard named.count < tellings.count,
      named.contains(where: { $0.source == standing && $0.time == earliest })
    else { return }
    tellings.removeAll { telling in
      telling.source == Attribution.unknown
        && named.contains { $0.kind == telling.kind && $0.time <= telling.time }
    }
  }

  /// The first time of each kind among the events that are not here by a link only.
  private func ownFirstTimes(without excluded: RepeatedEvent?) -> [EventKind: Int64] {
    let linked = linked
    return events.reduce(into: [:]) { firsts, event in
      let isOwn = event != excluded && !linked.contains { $0.kind == event.kind && $0.time == event.time }
      if isOwn { firsts[event.kind] = min(firsts[event.kind] ?? Self.absent, event.time) }
    }
  }
}

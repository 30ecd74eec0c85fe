import ReceiptModel

extension DeliveryState {
  /// Every event: the first of each kind and the repeats; in no order.
  var events: [RepeatedEvent] {
    EventKind.timed.filter { has($0) }.map { RepeatedEvent(kind: $0, time: time($0), raw: 0) } + repeats
  }

  /// Why the arrival failed: the delivery's own reason, or else that of the earliest linked failure that has one; 0 for
  /// none.
  var arrivalReason: Int64 {
    guard reason == 0, hasBesides else { return reason }
    return linked.first { $0.kind == .arriveFailed && $0.raw != 0 }?.raw ?? 0
  }

  /// Notes that a log of the delivery's own tells an event.
  ///
  /// - Returns: whether it was here only because of a link.
  mutating func unlink(_ kind: EventKind, at time: Int64) -> Bool {
    guard let place = linked.firstIndex(where: { $0.kind == kind && $0.time == time }) else { return false }
    linked.remove(at: place)
    return true
  }

  /// Takes an event without attributes out of the set, as if it had never been in it.
  ///
  /// The earliest repeat of the kind moves up into its place. No attribute came from the event, so when the base moves
  /// to a later event, what was noted as coming from that time comes from the base now.
  mutating func remove(_ kind: EventKind, at time: Int64) {
    let slot = kind.slot
    guard slot < times.count else { return }
    let reasonCameFrom = reason == 0 ? Self.absent : reasonTime ?? firstFailureBefore
    if times[slot] == time {
      let next = repeats.filter { $0.kind == kind }.min()
      times[slot] = next?.time ?? Self.absent
      if let next { repeats.removeAll { $0 == next } }
    } else {
      repeats.removeAll { $0.kind == kind && $0.time == time }
    }
    if kind.isFailure { setReasonTime(reasonCameFrom) }
    moveBase()
  }

  /// Sets the base to the earliest event that is left.
  private mutating func moveBase() {
    let earliest = events.lazy.map(\.time).min() ?? Self.absent
    guard earliest != base else { return }
    base = earliest
    var entries = late
    for place in entries.indices where entries[place].time == base {
      entries[place].attributes &= Attribute.reason.bit
    }
    entries.removeAll { $0.attributes == 0 }
    late = entries
  }
}

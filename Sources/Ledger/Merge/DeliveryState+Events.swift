import ReceiptModel

extension DeliveryState {
  /// Adds an event to the set.
  ///
  /// An event equal to a known one changes nothing. One earlier than the first of its kind takes that place, and the
  /// former first becomes a repeat. A later one becomes a repeat.
  ///
  /// - Returns: whether the event was new.
  mutating func insert(_ kind: EventKind, at time: Int64, raw: Int64) -> Bool {
    let event = RepeatedEvent(kind: kind, time: time, raw: raw)
    let slot = kind.slot
    guard slot < times.count else { return insertRepeat(event) }
    let first = times[slot]
    if first == time { return false }
    if first == Self.absent {
      times[slot] = time
      return true
    }
    if time < first {
      times[slot] = time
      return insertRepeat(RepeatedEvent(kind: kind, time: first, raw: 0))
    }
    return insertRepeat(event)
  }
}

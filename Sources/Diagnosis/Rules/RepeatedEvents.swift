import Prose
import ReceiptModel

extension Rule {
  /// The same push has a kind of event more than once on a device, at different times.
  ///
  /// They are kept and counted once, so no rate is wrong. Repeated acks are left out: they say something about the
  /// extension's time, which other rules judge.
  package static let repeatedEvents = Rule(.repeatedEvents) { evidence in
    let counts = evidence.appKeys.reduce(into: Counts()) { $0.add(evidence.counts(of: $1)) }
    return evidence.health.repeats.compactMap { repeats in
      guard repeats.kind != .extAck, let count = Count(first: repeats.kind), repeats.events > 0 else {
        return nil
      }
      let rate = Rate(repeats.events, of: repeats.events + counts[count])
      guard let share = rate.value, share >= evidence.limits.repeatShare else { return nil }
      let isSent = repeats.kind == .sent
      return Finding(
        .repeatedEvents, .info, scope: .of(.kind, repeats.kind.name), observed: share,
        expected: evidence.limits.repeatShare, interval: rate.interval,
        cause: isSent
          ? "pushes are sent to the same device again under the same message id"
          : "the same receipt is logged again with another time",
        rivals: isSent
          ? [
            Rival("a continuous push, which does so on purpose", settledBy: "the send's parameters"),
            Rival("the platform tries again", settledBy: "the time between two sends of a push"),
          ] : [Rival("two logs give different times", settledBy: "the logs that both times come from")],
        nextStep: isSent
          ? "if nobody intended this, look for a sender that retries without an idempotency key"
          : "none is needed: each delivery counts once")
    }
  }
}

extension Count {
  /// The counter of deliveries that have a kind of event.
  fileprivate init?(first kind: EventKind) {
    switch kind {
    case .accepted: self = .accepted
    case .sent: self = .sent
    case .sendFailed: self = .sendFailed
    case .arrived: self = .arrived
    case .arriveFailed: self = .arriveFailed
    case .extAck: self = .acked
    case .displayed: self = .displayed
    case .opened: self = .opened
    case .dismissed: self = .dismissed
    case .dropped, .expired, .other: return nil
    }
  }
}

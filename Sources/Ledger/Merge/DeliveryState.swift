import ReceiptModel

/// All that the ledger knows of one delivery: the set of its events, and its attributes with the times they came from.
struct DeliveryState: Sendable {
  /// The time of an absent kind; later than every event, so that the smaller of two times is always the right one.
  static let absent = Int64.max

  /// The earliest event of any kind; attributes that are not in `late` come from this time.
  var base = absent
  /// The first time of each kind, by `EventKind.timed`.
  var times = InlineArray<11, Int64>(repeating: absent)
  /// `nil` for most deliveries: then copying a state counts no references.
  private var besides: Overflow?

  var context: Int64 = 0
  var build: Int64 = 0
  var network: Int64 = 0
  /// 0 is the empty reason.
  var reason: Int64 = 0
  /// The earliest failure when the reason was last looked at: where a reason that is not in `late` came from.
  var firstFailureBefore = absent

  /// Events beyond the first of their kind, and all of kind `other`.
  var repeats: RepeatSet {
    get { besides?.repeats ?? RepeatSet() }
    set { setBesides(repeats: newValue, late: late, linked: linked, tellings: tellings) }
  }

  /// Attributes that came from a later event than the earliest (the reason: than the earliest failure).
  var late: [LateAttributes] {
    get { besides?.late ?? [] }
    set { setBesides(repeats: repeats, late: newValue, linked: linked, tellings: tellings) }
  }

  /// Events among all of these that are here only because another log's delivery is linked to this one; sorted, with
  /// the reason of a failed arrival in `raw`.
  var linked: [RepeatedEvent] {
    get { besides?.linked ?? [] }
    set { setBesides(repeats: repeats, late: late, linked: newValue, tellings: tellings) }
  }

  /// Who told what, sorted; empty as long as the source of the context told everything.
  var tellings: [Attribution] {
    get { besides?.tellings ?? [] }
    set { setBesides(repeats: repeats, late: late, linked: linked, tellings: newValue) }
  }

  private mutating func setBesides(
    repeats: RepeatSet, late: [LateAttributes], linked: [RepeatedEvent], tellings: [Attribution]
  ) {
    let isEmpty = repeats.isEmpty && late.isEmpty && linked.isEmpty && tellings.isEmpty
    besides = isEmpty ? nil : Overflow(repeats: repeats, late: late, linked: linked, tellings: tellings)
  }

  /// Adds an event to the repeats.
  ///
  /// - Returns: whether it was new.
  /// - Complexity: that of `RepeatSet.insert`.
  mutating func insertRepeat(_ event: RepeatedEvent) -> Bool {
    if besides == nil {
      besides = Overflow(repeats: RepeatSet(), late: [], linked: [], tellings: [])
    } else if !isKnownUniquelyReferenced(&besides), let shared = besides {
      // Sends without a device are one delivery, however many there are. Copying the set for each event would make the
      // import quadratic.
      besides = Overflow(shared)
    }
    return besides?.repeats.insert(event) ?? false
  }

  /// Makes it as if nothing was known, of which a row fills in the rest.
  mutating func removeEvents() {
    times = InlineArray(repeating: Self.absent)
    if besides != nil { besides = nil }
  }

  /// Whether there is anything that the delivery's row has no room for.
  var hasBesides: Bool { besides != nil }

  var isEmpty: Bool { base == Self.absent }

  @inline(__always)
  func has(_ kind: EventKind) -> Bool { times[kind.slot] != Self.absent }

  @inline(__always)
  func time(_ kind: EventKind) -> Int64 { times[kind.slot] }

  /// The first send, if there is one.
  var sentAt: Int64? { has(.sent) ? time(.sent) : nil }

  /// Whether it has an answer and its AppKey never sent it.
  var isUnsentAnswer: Bool { !has(.sent) && (has(.extAck) || has(.opened)) }

  /// The earliest failure, or `absent`.
  var firstFailure: Int64 { min(time(.sendFailed), time(.arriveFailed)) }

  /// Where the cohort of the delivery lies: its first sent, else send_failed, else accepted; `nil` when it is unmatched.
  var cohortTime: Int64? {
    if has(.sent) { return time(.sent) }
    if has(.sendFailed) { return time(.sendFailed) }
    return has(.accepted) ? time(.accepted) : nil
  }

  /// The time from the latest send not after `answer` to it; negative when every send is later, `nil` without a send.
  func latency(of answer: EventKind) -> Int64? {
    guard has(answer), has(.sent) else { return nil }
    var send = time(.sent)
    // A ledger that somebody has changed may hold any time.
    guard hasBesides else { return time(answer) &- send }
    for event in repeats where event.kind == .sent && event.time <= time(answer) {
      send = max(send, event.time)
    }
    return time(answer) &- send
  }
}

/// What a delivery's row has no room for.
///
/// Only a state that alone has it changes it, so that states may share it, on several threads, too.
private final class Overflow: @unchecked Sendable {
  var repeats: RepeatSet
  let late: [LateAttributes]
  let linked: [RepeatedEvent]
  let tellings: [Attribution]

  init(
    repeats: RepeatSet, late: [LateAttributes], linked: [RepeatedEvent], tellings: [Attribution]
  ) {
    self.repeats = repeats
    self.late = late
    self.linked = linked
    self.tellings = tellings
  }

  convenience init(_ other: Overflow) {
    self.init(repeats: other.repeats, late: other.late, linked: other.linked, tellings: other.tellings)
  }
}

/// An event that a delivery row has no room for.
struct RepeatedEvent: Comparable, Hashable {
  var kind: EventKind
  var time: Int64
  /// Reference of the raw type for `other`, else 0; of a linked event see `DeliveryState.linked`.
  var raw: Int64

  /// The event without `raw`, which has another meaning in a linked one.
  var withoutRaw: RepeatedEvent { RepeatedEvent(kind: kind, time: time, raw: 0) }

  static func < (left: RepeatedEvent, right: RepeatedEvent) -> Bool {
    (left.kind.rawValue, left.time, left.raw) < (right.kind.rawValue, right.time, right.raw)
  }
}

/// Attributes, one bit each by `Attribute`, that came from an event at `time`.
struct LateAttributes: Equatable {
  var time: Int64
  var attributes: UInt16
}

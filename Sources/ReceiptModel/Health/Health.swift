/// How far the data itself can be trusted: what is missing, old, refused or not understood.
///
/// Everything here depends on the set of events and of refused lines alone, never on how often, in what order or out
/// of which files they were read, so that the same data gives the same report.
package struct Health: Equatable, Sendable {
  /// Distinct events in the ledger, at any time, of the AppKeys asked for.
  package var events: Int
  /// The newest of them.
  package var newestEvent: Instant?
  /// The newest event of each AppKey and kind, in that order; kinds in the order of `EventKind`.
  package var freshness: [Freshness]
  /// Stretches of whole UTC hours inside the days asked for without any event, after the first event and before as-of.
  package var quietHours: [Range<Int64>]
  /// Distinct refused lines of the whole ledger, most frequent reason first.
  package var refused: [RefusedLines]
  /// Those that tell a time inside the days asked for, of them and the events of these days.
  package var refusedOfDays = Rate(0, of: 0)
  /// Repeats by kind inside the days asked for: later events of a kind that a delivery already had.
  package var repeats: [RepeatedEvents]
  /// Event types nobody knows, inside the days asked for, most frequent first.
  package var unknownTypes: [UnknownType]
  /// Deliveries whose first event lies inside the days asked for and that belong to no cohort, by AppKey.
  package var unmatched: [Unmatched]
  /// Which source told what inside the days asked for; empty where all is told by Alibaba's receipt logs.
  package var told: [ToldKind]
  /// Those of the days asked for that are known by sums alone; nothing else here but events is told of them.
  package var summedDays: [SummedDay] = []

  package init(
    events: Int = 0, newestEvent: Instant? = nil, freshness: [Freshness] = [],
    quietHours: [Range<Int64>] = [], refused: [RefusedLines] = [], repeats: [RepeatedEvents] = [],
    unknownTypes: [UnknownType] = [], unmatched: [Unmatched] = [], told: [ToldKind] = []
  ) {
    self.events = events
    self.newestEvent = newestEvent
    self.freshness = freshness
    self.quietHours = quietHours
    self.refused = refused
    self.repeats = repeats
    self.unknownTypes = unknownTypes
    self.unmatched = unmatched
    self.told = told
  }

  /// Distinct refused lines, whatever the reason.
  package var refusedLines: Int { refused.reduce(0) { $0 + $1.lines } }
}

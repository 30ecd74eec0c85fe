/// The newest event of an AppKey and kind.
package struct Freshness: Equatable, Sendable {
  package var appKey: String
  package var kind: EventKind
  package var newest: Instant
  /// Distinct events of the AppKey and kind.
  package var events: Int

  package init(appKey: String, kind: EventKind, newest: Instant, events: Int) {
    self.appKey = appKey
    self.kind = kind
    self.newest = newest
    self.events = events
  }
}

/// Distinct lines that were refused for one reason.
package struct RefusedLines: Equatable, Sendable {
  package var reason: RejectionReason
  /// Lines with different content; the same line refused twice counts once.
  package var lines: Int

  package init(reason: RejectionReason, lines: Int) {
    self.reason = reason
    self.lines = lines
  }
}

/// Events of a kind that their delivery already had at an earlier time.
package struct RepeatedEvents: Equatable, Sendable {
  package var kind: EventKind
  package var events: Int

  package init(kind: EventKind, events: Int) {
    self.kind = kind
    self.events = events
  }
}

/// An event type that is kept as `other`.
package struct UnknownType: Equatable, Sendable {
  /// As the log says it.
  package var name: String
  package var events: Int

  package init(name: String, events: Int) {
    self.name = name
    self.events = events
  }
}

/// Deliveries without any event of the sending side.
package struct Unmatched: Equatable, Sendable {
  package var appKey: String
  package var deliveries: Int

  package init(appKey: String, deliveries: Int) {
    self.appKey = appKey
    self.deliveries = deliveries
  }
}

/// The events of a kind under an AppKey in one UTC hour, deliveries or not.
package struct EventHour: Equatable, Sendable {
  package var appKey: String
  package var kind: EventKind
  package var hour: Instant
  package var events: Int

  package init(appKey: String, kind: EventKind, hour: Instant, events: Int) {
    self.appKey = appKey
    self.kind = kind
    self.hour = hour
    self.events = events
  }
}

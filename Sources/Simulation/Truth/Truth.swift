package import ReceiptModel

/// What a simulated log says when it is counted right.
///
/// Counts are of distinct deliveries, (app_key, message_id, device_id), by the UTC day of their first send.
package struct Truth: Sendable, Equatable {
  package struct Cell: Hashable, Comparable, Sendable {
    package var day: CivilDay
    package var appKey: UInt64
    package var channel: Channel

    package init(day: CivilDay, appKey: UInt64, channel: Channel) {
      self.day = day
      self.appKey = appKey
      self.channel = channel
    }

    package static func < (left: Cell, right: Cell) -> Bool {
      (left.day, left.appKey, left.channel.name) < (right.day, right.appKey, right.channel.name)
    }
  }

  /// Deliveries of a cell.
  ///
  /// But for `sendFailed`, which were never sent, each count is of sent ones.
  package struct Counts: Hashable, Sendable {
    package var sent = 0
    package var sendFailed = 0
    package var arrived = 0
    package var ackEligible = 0
    package var acked = 0
    package var opened = 0
    package var dismissed = 0
    package var confirmed = 0
    /// Opened, could have been acked, was not.
    package var openedUnacked = 0
    /// Acked under an AppKey that never sent.
    package var appKeyMismatch = 0

    package init() {}
  }

  package struct Totals: Hashable, Sendable {
    package var lines = 0
    /// Lines that say what another line says.
    package var duplicateLines = 0
    /// Lines that nothing can be made of; they are neither repeats nor events.
    package var brokenLines = 0
    /// Lines of sources that also tell of what is no push, as of text messages; they are neither repeats nor events.
    package var noPushLines = 0
    package var readableLines: Int { lines - brokenLines - noPushLines }
    /// Different (app_key, message_id, device_id, kind, time), for unknown types also by their name.
    package var events = 0
    package var messages = 0
    package var deliveries = 0
    /// Deliveries with neither a send nor a failure to send; they are in no cell.
    package var unmatched = 0
    /// Different events of each kind, by `EventKind.rawValue`.
    package var eventsOfKind = Array(repeating: 0, count: EventKind.allCases.count)
    package var firstEvent: Instant?
    package var lastEvent: Instant?
  }

  /// A defect that was planted, and what came of it.
  package struct Planted: Equatable, Sendable {
    package var site: DefectSite
    /// Deliveries for which it held: where it harms answers, those that were sent.
    package var affected = 0
    /// Those of them that show it, as by no ack, a foreign ack, echoes, an answer before the send, or no send.
    package var visible = 0
    /// Those of them that have an ack, or on Android an arrival.
    package var answered = 0
    /// Those of them that would have one without the defect.
    package var lost = 0
    /// `affected` by the UTC day of the send.
    package var affectedOfDay: [CivilDay: Int] = [:]
    /// When the first of `affected` was sent: no log can show the defect before.
    package var firstAffected: Instant?
    /// The messages it held for, where it is a matter of messages, and when their first affected delivery was sent.
    package var messages: [Message] = []
  }

  /// A message that a defect held for.
  package struct Message: Equatable, Sendable {
    package var id: UInt64
    /// The id as the log has it.
    package var text: String
    package var start: Instant
  }

  package var cells: [Cell: Counts] = [:]
  package var totals = Totals()
  /// In the order of `Defect.allCases`.
  package var defects: [Planted] = []
}

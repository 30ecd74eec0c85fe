import Prose
import ReceiptModel

extension Rule {
  /// No new event for longer than a day.
  ///
  /// Only the clock decides: a report as of a named time is about the past and cannot be stale.
  package static let stale = Rule(.stale) { evidence in
    guard let clock = evidence.clock, let newest = evidence.health.newestEvent,
      clock.milliseconds - newest.milliseconds > evidence.limits.staleAfter
    else { return [] }
    // The age is left to the reader: said in hours, the same ledger would read differently every hour.
    return [
      Finding(
        .stale, .warning, scope: .of(.note, words: "no event since"), since: newest,
        cause: "the log export or the import has stopped",
        rivals: [Rival("nothing was sent"), Rival("the sender's log is late")],
        nextStep: "look for log files newer than the newest event; if there are none, check the export job",
        rows: "data-freshness")
    ]
  }
}

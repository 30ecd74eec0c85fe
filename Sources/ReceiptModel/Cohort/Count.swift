/// A counter of a cohort cell; a delivery adds 0 or 1 to each.
///
/// Every counter but `deliveries` and `sendFailed` is over deliveries that have a `sent` event. The raw values are the
/// order of the rollups' columns: only append.
package enum Count: Int, CaseIterable, Sendable {
  case deliveries, accepted, sent, sendFailed, arrived, arriveFailed, ackEligible, acked, eligibleAcked
  case displayed, opened, dismissed, confirmed, measurable, measurableConfirmed
  case eligibleOpened, openedUnacked, timeoutLate, timeoutLost, timeoutSilent, overBudget, mismatch

  /// The column of the rollup views.
  package var name: String { row.name }

  /// What is counted, for the printed dictionaries.
  package var definition: String { row.meaning }

  /// When a delivery counts, in the SQL that SQLite, Spark and DuckDB share.
  ///
  /// It names columns as the model's views do: `queries/model` and the ledger's recomputation both have them.
  package var condition: String { row.sql }

  /// Whether deliveries count only once their receipts have had time to come in.
  package var waitsForSettling: Bool { row.has.contains(.settled) }

  /// Whether every delivery that this counter counts is counted by `whole`, too.
  package func isPart(of whole: Count) -> Bool {
    row.has.isSuperset(of: whole.row.has) && row.lacks.isSuperset(of: whole.row.lacks)
  }

  /// When a delivery counts, as facts: the twin of `condition` that the importer uses.
  var facts: (has: CountedFacts, lacks: CountedFacts) { (row.has, row.lacks) }

  private var row: Row { Self.table[rawValue] }
  private static let table = allCases.map(\.definingRow)

  /// The table of counters: all that is said of one stands in its row.
  private var definingRow: Row {
    switch self {
    case .deliveries:
      Row(
        "deliveries", "deliveries of the cohort: with a sent, else a send_failed, else an accepted event",
        sql: "cohort_at IS NOT NULL", has: [])
    case .accepted:
      Row(
        "accepted", "sent deliveries that the sender's platform also accepted",
        sql: "sent_at IS NOT NULL AND accepted_at IS NOT NULL", has: [.sent, .accepted])
    case .sent:
      Row("sent", "deliveries with a sent event", sql: "sent_at IS NOT NULL", has: .sent)
    case .sendFailed:
      Row(
        "send_failed", "deliveries with a send_failed event and no sent event",
        sql: "sent_at IS NULL AND send_failed_at IS NOT NULL", has: .sendFailed, lacks: .sent)
    case .arrived:
      Row(
        "arrived", "sent deliveries with an arrived event, whatever the channel means by it",
        sql: "sent_at IS NOT NULL AND arrived_at IS NOT NULL", has: [.sent, .arrived])
    case .arriveFailed:
      Row(
        "arrive_failed", "sent deliveries with an arrive_failed event",
        sql: "sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL", has: [.sent, .arriveFailed])
    case .ackEligible:
      Row(
        "ack_eligible",
        """
        sent deliveries of which an extension receipt can be expected: iOS, or apns, on channels that give such receipts
        """,
        sql: "sent_at IS NOT NULL AND is_ack_eligible = 1", has: [.sent, .ackEligible])
    case .acked:
      Row(
        "acked", "sent deliveries with an ext_ack event",
        sql: "sent_at IS NOT NULL AND acked_at IS NOT NULL", has: [.sent, .acked])
    case .eligibleAcked:
      Row(
        "eligible_acked", "ack-eligible sent deliveries with an ext_ack event",
        sql: "sent_at IS NOT NULL AND is_ack_eligible = 1 AND acked_at IS NOT NULL",
        has: [.sent, .ackEligible, .acked])
    case .displayed:
      Row(
        "displayed", "sent deliveries with a displayed event",
        sql: "sent_at IS NOT NULL AND displayed_at IS NOT NULL", has: [.sent, .displayed])
    case .opened:
      Row(
        "opened", "sent deliveries with an opened event",
        sql: "sent_at IS NOT NULL AND opened_at IS NOT NULL", has: [.sent, .opened])
    case .dismissed:
      Row(
        "dismissed", "sent deliveries with a dismissed event",
        sql: "sent_at IS NOT NULL AND dismissed_at IS NOT NULL", has: [.sent, .dismissed])
    case .confirmed:
      Row(
        "confirmed",
        """
        sent deliveries with evidence from the device: ext_ack, displayed, opened, dismissed, or arrived where that is
        """,
        sql: "sent_at IS NOT NULL AND is_confirmed = 1", has: [.sent, .confirmed])
    case .measurable:
      Row(
        "measurable", "sent deliveries on a channel that can give a receipt for a push nobody touches",
        sql: "sent_at IS NOT NULL AND is_measurable = 1", has: [.sent, .measurable])
    case .measurableConfirmed:
      Row(
        "measurable_confirmed", "confirmed deliveries on measurable channels",
        sql: "sent_at IS NOT NULL AND is_measurable = 1 AND is_confirmed = 1",
        has: [.sent, .measurable, .confirmed])
    case .eligibleOpened:
      Row(
        "eligible_opened", "ack-eligible sent deliveries with an opened event",
        sql: "sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL",
        has: [.sent, .ackEligible, .opened])
    case .openedUnacked:
      Row(
        "opened_unacked", "ack-eligible sent deliveries that were opened and have no ext_ack",
        sql: "sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL AND acked_at IS NULL",
        has: [.sent, .ackEligible, .opened], lacks: .acked)
    case .timeoutLate:
      Row(
        "timeout_late", "ack_timeout deliveries that were acked later",
        sql: "sent_at <= settled_until_ms AND is_ack_eligible = 1 AND ack_latency_ms > ack_timeout_ms",
        has: [.sent, .settled, .ackEligible, .late])
    case .timeoutLost:
      Row(
        "timeout_lost", "ack_timeout deliveries with other evidence from the device but no ext_ack",
        sql: "sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 1",
        has: [.sent, .settled, .ackEligible, .confirmed], lacks: .acked)
    case .timeoutSilent:
      Row(
        "timeout_silent", "ack_timeout deliveries with no evidence from the device at all",
        sql: "sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 0",
        has: [.sent, .settled, .ackEligible], lacks: [.acked, .confirmed])
    case .overBudget:
      Row(
        "ack_over_budget", "sent deliveries acked later than the extension SDK's own budget",
        sql: "ack_latency_ms > ack_budget_ms", has: [.sent, .overBudget])
    case .mismatch:
      Row(
        "app_key_mismatch", "sent deliveries that were answered under an AppKey that never sent them",
        sql: "sent_at IS NOT NULL AND has_unsent_answer = 1", has: [.sent, .answeredElsewhere])
    }
  }

  private struct Row {
    let name: String
    let meaning: String
    let sql: String
    let has: CountedFacts
    let lacks: CountedFacts

    init(_ name: String, _ meaning: String, sql: String, has: CountedFacts, lacks: CountedFacts = []) {
      self.name = name
      self.meaning = meaning
      self.sql = sql
      self.has = has
      self.lacks = lacks
    }
  }
}

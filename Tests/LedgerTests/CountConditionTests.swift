import ReceiptModel
import SQLite
import Testing

/// The two ways in which a counter says which deliveries it counts: as SQL, and as facts.
@Suite struct CountConditionTests {
  /// Every delivery with a cohort that counters can tell apart: the kinds that it has, what is judged, and when it was
  /// acked: in time, after the budget, or after that and the limit.
  private static let deliveries = """
    WITH RECURSIVE n(bits) AS (SELECT 0 UNION ALL SELECT bits + 1 FROM n WHERE bits < (1 << 13) - 1),
    delivery AS (
      SELECT bits, step, iif(bits & 1, 5, NULL) AS accepted_at, iif(bits & 2, 5, NULL) AS sent_at,
        iif(bits & 4, 5, NULL) AS send_failed_at, iif(bits & 8, 5, NULL) AS arrived_at,
        iif(bits & 16, 5, NULL) AS arrive_failed_at, iif(bits & 32, 5, NULL) AS acked_at,
        iif(bits & 64, 5, NULL) AS displayed_at, iif(bits & 128, 5, NULL) AS opened_at,
        iif(bits & 256, 5, NULL) AS dismissed_at, bits >> 9 & 1 AS is_ack_eligible, bits >> 10 & 1 AS is_confirmed,
        bits >> 11 & 1 AS is_measurable, bits >> 12 & 1 AS has_unsent_answer,
        iif(bits & 34 = 34, 10 + 10 * step, NULL) AS ack_latency_ms, 15 AS ack_budget_ms, 25 AS ack_timeout_ms,
        9223372036854775807 AS settled_until_ms
      FROM n JOIN (SELECT 0 AS step UNION ALL SELECT 1 UNION ALL SELECT 2)
    )
    SELECT bits, step, \(Count.allCases.map { "CASE WHEN \($0.condition) THEN 1 ELSE 0 END" }.joined(separator: ", "))
    FROM (SELECT *, coalesce(sent_at, send_failed_at, accepted_at) AS cohort_at FROM delivery)
    WHERE cohort_at IS NOT NULL
    """

  @Test func `both count the same deliveries`() throws {
    let database = try Database(path: ":memory:", mode: .readWrite)
    let rows = try database.prepare(Self.deliveries)
    var differing: Set<Count> = []
    var counted: Set<Count> = []
    while try rows.step() {
      let (bits, step) = (rows.integer(0), rows.integer(1))
      let isAcked = bits & 34 == 34
      let set = CountSet(
        CountedFacts(
          kinds: UInt32(bits & 511), isAckEligible: bits >> 9 & 1 == 1, isConfirmed: bits >> 10 & 1 == 1,
          isMeasurable: bits >> 11 & 1 == 1, isLate: isAcked && step == 2, isOverBudget: isAcked && step > 0,
          isAnsweredElsewhere: bits >> 12 & 1 == 1))
      for count in Count.allCases {
        if set.contains(count) { counted.insert(count) }
        if set.contains(count) != (rows.integer(2 + count.rawValue) == 1) { differing.insert(count) }
      }
    }
    #expect(differing == [])
    #expect(counted == Set(Count.allCases))
  }
}

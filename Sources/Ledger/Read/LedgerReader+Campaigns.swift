package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Counters and latencies by day, AppKey and one of their parts, which is empty where the log names none.
  ///
  /// - Complexity: one pass over the deliveries of the messages that have a cohort in the scope.
  package func dayCells(by part: DeliveryPart, _ scope: CohortScope) throws -> CohortCells {
    try DeliveryPass.answer(over: self) { try $0.dayCells(by: part, scope) }
  }

  /// What the pushes of each job under each AppKey came to, by AppKey and job.
  ///
  /// - Complexity: as `dayCells`.
  package func campaignTotals(_ scope: CohortScope) throws -> [CampaignTotal] {
    try DeliveryPass.answer(over: self) { try $0.campaignTotals(scope) }
  }

  /// Every job that a log names, in order.
  package func jobs() throws -> [String] {
    let rows = try database.prepare("SELECT DISTINCT job_key FROM context WHERE job_key <> '' ORDER BY 1")
    var jobs: [String] = []
    while try rows.step() { jobs.append(rows.text(0)) }
    return jobs
  }

  /// Whether a log names a job; of the empty one, whether there are pushes without a job.
  package func holds(job: String) throws -> Bool {
    let find = try database.prepare("SELECT 1 FROM context WHERE job_key = ?1 LIMIT 1")
    find.bind(job, at: 1)
    return try find.step()
  }

  /// The references of the contexts of a job, parted by commas.
  func contexts(ofJob job: String) throws -> String {
    let rows = try database.prepare("SELECT coalesce(group_concat(ref), '') FROM context WHERE job_key = ?1")
    rows.bind(job, at: 1)
    return try rows.step() ? rows.text(0) : ""
  }
}

import SQLite

/// Tells the deliveries of one job from others.
struct JobFilter {
  private let job: [UInt8]
  private var jobs: ReferencedTexts
  /// Of the delivery before, as the next is mostly of the same job.
  private var last: (context: Int64, isOwn: Bool)?

  /// - Parameter job: empty for pushes without one.
  init(_ job: String, in database: Database) throws {
    self.job = Array(job.utf8)
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  /// Whether a delivery with a context is of the job.
  mutating func isOwn(_ context: Int64) throws -> Bool {
    if let last, last.context == context { return last.isOwn }
    let isOwn = try jobs.bytes(of: context) ?? [] == job
    last = (context, isOwn)
    return isOwn
  }
}

import SQLite

/// Picks the deliveries of one job.
struct JobFilter {
  private let job: [UInt8]
  private var jobs: ReferencedTexts
  private var own: [PassedDelivery] = []
  /// Of the delivery before, as the next is mostly of the same job.
  private var last: (context: Int64, isOwn: Bool)?

  /// - Parameter job: empty for pushes without one.
  init(_ job: String, in database: Database) throws {
    self.job = Array(job.utf8)
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  /// Calls `body` with those of some deliveries that are of the job, unless none is.
  mutating func pick(_ deliveries: Span<PassedDelivery>, _ body: (Span<PassedDelivery>) throws -> Void) throws
  {
    own.removeAll(keepingCapacity: true)
    for place in deliveries.indices where try isOwn(deliveries[place].state.context) {
      own.append(deliveries[place])
    }
    if !own.isEmpty { try body(own.span) }
  }

  private mutating func isOwn(_ context: Int64) throws -> Bool {
    if let last, last.context == context { return last.isOwn }
    let isOwn = try jobs.bytes(of: context) ?? [] == job
    last = (context, isOwn)
    return isOwn
  }
}

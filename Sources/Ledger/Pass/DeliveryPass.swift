package import ReceiptModel
import SQLite
import Threads

/// One pass over the deliveries of some windows, for everything that is asked of them.
///
/// Ask first, `run` once, then take the answers. What is asked reads the sums of whole hours at once, and of the
/// deliveries whatever no sum holds.
///
/// Memory: the pass keeps two chunks of a thousand deliveries each, or of one device of one message. What visitors keep is
/// said with each.
package final class DeliveryPass {
  let reader: LedgerReader
  private let job: String?
  private var visitors: [any DeliveryVisitor] = []

  /// - Parameter job: the only one whose pushes are looked at, empty for those without one; `nil` for all pushes.
  package init(over reader: LedgerReader, ofJob job: String? = nil) {
    self.reader = reader
    self.job = job
  }

  /// Whether the sums of whole hours count what the pass looks at.
  var readsSums: Bool { job == nil }

  /// Gives what is asked of one pass of its own.
  static func answer<Value>(
    over reader: LedgerReader, _ ask: (DeliveryPass) throws -> Answer<Value>
  ) throws -> Value {
    let pass = DeliveryPass(over: reader)
    let answer = try ask(pass)
    try pass.run()
    return try answer.take()
  }

  func add(_ visitor: some DeliveryVisitor) { visitors.append(visitor) }

  /// Reads the deliveries, on another thread while this one hands on what was read before.
  package func run() throws {
    let windows = Self.windows(of: visitors)
    guard !windows.isEmpty else { return }
    guard let source = try PassSourceMeanwhile(windows, of: reader, ofJob: job) else {
      return try runAlone(windows)
    }
    var chunk = PassChunk()
    var filling = Concurrently { try source.fill() }
    while true {
      try filling.value()
      source.exchange(&chunk)
      if chunk.parts.isEmpty { return }
      filling = Concurrently { try source.fill() }
      try handOn(chunk)
    }
  }

  private func runAlone(_ windows: [PassSource.Window]) throws {
    var source = try PassSource(windows, of: reader, ofJob: job)
    var chunk = PassChunk()
    while true {
      try source.fill(&chunk)
      if chunk.parts.isEmpty { return }
      try handOn(chunk)
    }
  }

  private func handOn(_ chunk: borrowing PassChunk) throws {
    guard let window = chunk.parts.first?.message.window else { return }
    for visitor in visitors where visitor.windows.contains(where: { $0.overlaps(window) }) {
      try visitor.take(chunk)
    }
  }

  /// The spans of all visitors, those that overlap or touch as one, in order.
  private static func windows(
    of visitors: [any DeliveryVisitor]
  ) -> [PassSource.Window] {
    let windows = visitors.flatMap { visitor in
      visitor.windows.filter { !$0.isEmpty }.map { (span: $0, others: visitor.ofOtherMessages) }
    }
    return windows.sorted { $0.span.lowerBound < $1.span.lowerBound }.reduce(into: []) { merged, window in
      guard let last = merged.last, window.span.lowerBound <= last.span.upperBound else {
        return merged.append(window)
      }
      merged[merged.count - 1] = (
        last.span.lowerBound..<max(last.span.upperBound, window.span.upperBound),
        max(last.others, window.others)
      )
    }
  }
}

extension DeliveryPass {
  /// What a pass was asked for.
  package struct Answer<Value> {
    /// Gives it, once, after the pass has run.
    package let take: () throws -> Value
  }

  /// Counters and latencies by day, AppKey and one of their parts, which is empty where the log names none.
  package func dayCells(by part: DeliveryPart, _ scope: CohortScope) throws -> Answer<CohortCells> {
    guard let days = try PartDays(part, scope, in: reader) else { return Answer { [] } }
    add(days)
    return Answer(take: days.takeCells)
  }

  /// What the pushes of each job under each AppKey came to, by AppKey and job.
  package func campaignTotals(_ scope: CohortScope) throws -> Answer<[CampaignTotal]> {
    let sums = try CampaignSums(of: scope, in: reader)
    add(sums)
    return Answer(take: sums.totals)
  }

  /// Counters, latencies and sends of each message that has a cohort in a scope, by AppKey and message.
  ///
  /// Memory: as `RecordSorter`.
  package func messageCells(_ scope: CohortScope) throws -> Answer<Pieces<MessageCells>> {
    let order = try MessageOrder(in: reader)
    guard let sums = try MessageSums(scope, in: reader, order.add) else {
      return Answer { Pieces([]) }
    }
    add(sums)
    return Answer(take: order.takeCells)
  }

  /// The same, small ones added up where there are very many.
  ///
  /// - Parameter messages: says which are small.
  package func messages(
    _ scope: CohortScope, _ messages: JudgedMessages.Builder
  ) throws -> Answer<JudgedMessages> {
    var messages = messages
    var ids = try PassedIDs(in: reader.database)
    let sums = try MessageSums(scope, in: reader) { sum, appKey, message in
      if !messages.addUp(appKey, sum.firstSent, sum.counts) {
        messages.append(sum.cell(appKey, try ids.id(of: message)))
      }
    }
    guard let sums else { return Answer { [] } }
    add(sums)
    return Answer {
      var taken = JudgedMessages.Builder(least: 0)
      swap(&taken, &messages)
      return taken.messages()
    }
  }

  /// How many deliveries have each flag under each AppKey.
  ///
  /// - Throws: as `LedgerReader.hourPlan`.
  package func flagCounts(_ scope: CohortScope) throws -> Answer<[FlagCount]> {
    let sums = FlagSums(scope, in: reader)
    guard let finder = try FlagFinder(scope, in: reader, sums.add), let window = scope.window else {
      return Answer { [] }
    }
    _ = try reader.hourPlan(scope)
    add(finder)
    return Answer { try sums.counts(in: window) }
  }

  /// The flagged deliveries, by flag, AppKey, message and device.
  ///
  /// Memory: as `RecordSorter`.
  package func flags(
    _ scope: CohortScope, includesSilent: Bool
  ) throws -> Answer<Pieces<[FlaggedDelivery]>> {
    let rows = try FlagRows(scope, includesSilent: includesSilent, in: reader)
    guard let finder = try FlagFinder(scope, in: reader, rows.add) else { return Answer { Pieces([]) } }
    add(finder)
    return Answer(take: rows.takeFlags)
  }

  /// The ack-eligible deliveries that were sent in a scope and are settled, those of one device under one AppKey together
  /// and in the order of their sends.
  ///
  /// - Returns: what calls a closure with each of them.
  /// - Complexity: where `DeviceOrder` has no room for all of them, taking them is another pass.
  package func deliveriesByDevice(
    _ scope: CohortScope
  ) throws -> Answer<((DeviceDelivery) -> Void) throws -> Void> {
    guard let order = try DeviceOrder(scope, in: reader) else { return Answer { { _ in } } }
    add(order)
    return Answer { order.forEach }
  }
}

import ReceiptModel
import SQLite

/// Counters and sends of each job under each AppKey, over the whole ledger: the fast twin of the view `campaigns`.
///
/// It keeps a sum for each.
final class CampaignSums: DeliveryVisitor {
  let windows: [Range<Int64>] = [0..<Int64.max]
  let looksAtEvents = false
  /// In the order in which they were met.
  private(set) var sums: [Sum] = []
  private let beforeMessage: () throws -> Void
  private var jobs: ReferencedTexts
  private var places: [Key: Int] = [:]
  private var message: Int64 = 0
  /// Of the delivery before, as the next is mostly of the same job.
  private var last: (app: Int64, context: Int64, place: Int) = (-1, -1, -1)

  struct Sum {
    let app: Int64
    /// `nil` for pushes without one.
    let job: [UInt8]?
    fileprivate(set) var messages = 0
    fileprivate(set) var firstSent: Int64?
    fileprivate(set) var lastSent: Int64?
    fileprivate(set) var counts = Counts()
    fileprivate var lastMessage: Int64?

    fileprivate mutating func add(_ delivery: PassedDelivery, of message: Int64) {
      if lastMessage != message { messages += 1 }
      lastMessage = message
      counts.add(delivery.counts, times: 1)
      guard delivery.state.has(.sent) else { return }
      let sent = delivery.state.time(.sent)
      firstSent = min(firstSent ?? sent, sent)
      lastSent = max(lastSent ?? sent, sent)
      guard delivery.state.hasBesides else { return }
      for again in delivery.state.repeats where again.kind == .sent {
        lastSent = max(lastSent ?? again.time, again.time)
      }
    }
  }

  private struct Key: Hashable {
    var app: Int64
    var job: [UInt8]?
  }

  /// - Parameter beforeMessage: is called before each message, and may end the pass by what it throws.
  init(in database: Database, beforeMessage: @escaping () throws -> Void) throws {
    self.beforeMessage = beforeMessage
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  func begin(_ message: PassedMessage) throws {
    try beforeMessage()
    self.message = message.ref
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices {
      guard !deliveries[place].device.isEmpty, deliveries[place].state.cohortTime != nil else { continue }
      sums[try self.place(of: deliveries[place])].add(deliveries[place], of: message)
    }
  }

  private func place(of delivery: PassedDelivery) throws -> Int {
    let context = delivery.state.context
    if last.app == delivery.app, last.context == context { return last.place }
    let key = Key(app: delivery.app, job: try jobs.bytes(of: context))
    let place = places[key, default: sums.count]
    if place == sums.count {
      sums.append(Sum(app: key.app, job: key.job))
      places[key] = place
    }
    last = (delivery.app, context, place)
    return place
  }
}

import ReceiptModel
import SQLite

/// Counters and sends of each job under each AppKey, over a scope or the whole ledger: the fast twin of the view
/// `campaigns`.
///
/// It keeps a sum for each.
final class CampaignSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  /// In the order in which they were met.
  private(set) var sums: [Sum] = []
  private let scope: CohortScope?
  private let appKeys: [Int64: String]
  private let beforeMessage: () throws -> Void
  private var campaigns: PartNumbers
  private var message: Int64 = 0

  struct Sum {
    let campaign: PartNumbers.Part
    fileprivate(set) var messages = 0
    fileprivate(set) var firstSent: Int64?
    fileprivate(set) var lastSent: Int64?
    fileprivate(set) var counts = Counts()
    fileprivate var lastMessage: Int64?

    fileprivate mutating func add(
      _ delivery: borrowing PassedDelivery, of message: Int64, settledUntil: Int64
    ) {
      let facts = delivery.facts
      if lastMessage != message { messages += 1 }
      lastMessage = message
      counts.add(facts.counts(settledUntil: settledUntil), times: 1)
      guard let sent = facts.sentAt else { return }
      firstSent = min(firstSent ?? sent, sent)
      lastSent = max(lastSent ?? sent, sent)
      guard facts.hasBesides else { return }
      for again in delivery.state.repeats where again.kind == .sent {
        lastSent = max(lastSent ?? again.time, again.time)
      }
    }
  }

  /// - Parameters:
  ///   - scope: whose cohorts are counted; `nil` for all, as in the view.
  ///   - beforeMessage: is called before each message, and may end the pass by what it throws.
  init(
    of scope: CohortScope? = nil, in reader: LedgerReader, beforeMessage: @escaping () throws -> Void = {}
  ) throws {
    self.scope = scope
    self.beforeMessage = beforeMessage
    windows = [scope.map { $0.window ?? 0..<0 } ?? 0..<Int64.max]
    appKeys = try reader.appKeys()
    campaigns = try PartNumbers(.job, in: reader.database)
  }

  func begin(_ message: PassedMessage) throws {
    try beforeMessage()
    self.message = message.ref
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices where counts(deliveries[place].facts) {
      let number = try campaigns.number(of: deliveries[place].facts)
      if number == sums.count { sums.append(Sum(campaign: campaigns.parts[number])) }
      sums[number].add(deliveries[place], of: message, settledUntil: scope?.settledUntil ?? .max)
    }
  }

  private func counts(_ delivery: PassedFacts) -> Bool {
    guard let scope else { return delivery.hasDevice && delivery.cohortTime != nil }
    guard let cohort = delivery.countedCohort, windows[0].contains(cohort) else { return false }
    return scope.includes(appKeys[delivery.app] ?? "")
  }

  /// The sums with their names, by AppKey and job.
  func totals() -> [CampaignTotal] {
    let totals = sums.map { sum in
      CampaignTotal(
        appKey: appKeys[sum.campaign.app] ?? "",
        job: String(decoding: sum.campaign.text ?? [], as: UTF8.self), messages: sum.messages,
        counts: sum.counts)
    }
    return totals.sorted {
      $0.appKey.hasSameBytes(as: $1.appKey)
        ? $0.job.precedesInBytes($1.job) : $0.appKey.precedesInBytes($1.appKey)
    }
  }
}

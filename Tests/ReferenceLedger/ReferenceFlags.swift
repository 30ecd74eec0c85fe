/// A flag on a delivery: one row of the `flags` view.
struct ReferenceFlag {
  let name: String
  let delivery: ReferenceDelivery
  let sentAt: Int64?
  let detail: String

  init(_ name: String, _ delivery: ReferenceDelivery, sentAt: Int64? = nil, detail: String = "") {
    self.name = name
    self.delivery = delivery
    self.sentAt = sentAt ?? delivery.first("sent")
    self.detail = detail
  }
}

extension ReferenceLedger {
  /// The `flags` view; times are in milliseconds.
  ///
  /// Deliveries without a device take part in `app_key_unknown` only; in the other rules they are neither flagged nor
  /// evidence.
  ///
  /// - Parameters:
  ///   - settle: how long after its first send a missing ack is not yet held against a delivery.
  ///   - ackTimeout: the latency above which an ack is late.
  ///   - budget: the latency above which an ack is over the extension's own budget.
  ///   - knownAppKeys: the configured AppKeys.
  package func flags(
    asOf: Int64, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000, budget: Int64 = 17_000,
    knownAppKeys: Set<String> = []
  ) -> ReferenceTable {
    let flags =
      mismatches() + unknownAppKeys(knownAppKeys) + orphans()
      + timeouts(asOf: asOf, settle: settle, ackTimeout: ackTimeout) + overBudget(budget) + retried()
      + skewed()
    return ReferenceTable(
      header: ["flag", "app_key", "message_id", "device_id", "sent_at", "detail"], keyCount: 4,
      rows: flags.map { flag in
        [
          flag.name, flag.delivery.appKey, flag.delivery.messageID, flag.delivery.deviceID, cell(flag.sentAt),
          flag.detail,
        ]
      })
  }

  /// Deliveries that answer a push only other AppKeys sent, each with its senders in the order of their keys' bytes.
  func foreignAnswers() -> [(foreign: ReferenceDelivery, senders: [ReferenceDelivery])] {
    let pairs = Dictionary(grouping: withDevice) { [$0.messageID, $0.deviceID].map(ByteText.init) }
    return pairs.values.flatMap { deliveries in
      let senders = deliveries.filter(\.wasSent).sorted { ByteText($0.appKey) < ByteText($1.appKey) }
      return senders.isEmpty
        ? [] : deliveries.filter { !$0.wasSent && $0.wasAnswered }.map { (foreign: $0, senders: senders) }
    }
  }

  private func mismatches() -> [ReferenceFlag] {
    foreignAnswers().map { foreign, senders in
      ReferenceFlag("app_key_mismatch", foreign, sentAt: senders[0].first("sent"), detail: senders[0].appKey)
    }
  }

  private func unknownAppKeys(_ configured: Set<String>) -> [ReferenceFlag] {
    let sending = Set(all.filter { $0.cohortTime != nil }.map { ByteText($0.appKey) })
    let known = sending.union(configured.map(ByteText.init))
    return all.filter { !known.contains(ByteText($0.appKey)) }.map { ReferenceFlag("app_key_unknown", $0) }
  }

  private func orphans() -> [ReferenceFlag] {
    let sent = withDevice.filter(\.wasSent)
    let sentMessages = Set(sent.map { ByteText($0.messageID) })
    let sentPairs = Set(sent.map { [$0.messageID, $0.deviceID].map(ByteText.init) })
    return withDevice.filter { delivery in
      delivery.wasAnswered && sentMessages.contains(ByteText(delivery.messageID))
        && !sentPairs.contains([delivery.messageID, delivery.deviceID].map(ByteText.init))
    }.map { ReferenceFlag("orphan_ack", $0, detail: $0.kinds { _ in true }) }
  }

  /// Ack-eligible deliveries, sent and settled, without an ack in time.
  func timeouts(asOf: Int64, settle: Int64, ackTimeout: Int64) -> [ReferenceFlag] {
    withDevice.compactMap { delivery in
      guard delivery.isAckEligible, let sent = delivery.first("sent"), asOf >= sent + settle else {
        return nil
      }
      if let latency = delivery.latency(to: "ext_ack") {
        // An ack before its send is a skewed clock, not a timeout.
        return latency > ackTimeout ? ReferenceFlag("ack_timeout", delivery, detail: "late") : nil
      }
      return ReferenceFlag("ack_timeout", delivery, detail: delivery.hasEvidenceBesideAck ? "lost" : "silent")
    }
  }

  /// Acked deliveries whose latency is above the budget.
  func overBudget(_ budget: Int64) -> [ReferenceFlag] {
    withDevice.compactMap { delivery in
      guard let latency = delivery.latency(to: "ext_ack"), latency > budget else { return nil }
      return ReferenceFlag("ack_over_budget", delivery, detail: String(latency))
    }
  }

  private func retried() -> [ReferenceFlag] {
    withDevice.compactMap { delivery in
      let acks = delivery.times["ext_ack"] ?? []
      let gaps = acks.flatMap { first in acks.map { $0 - first } }.filter { (4_000...18_000).contains($0) }
      return gaps.min().map { ReferenceFlag("ack_retried", delivery, detail: String($0)) }
    }
  }

  private func skewed() -> [ReferenceFlag] {
    withDevice.compactMap { delivery in
      guard let sent = delivery.first("sent") else { return nil }
      let early = delivery.kinds { $0 < sent }
      return early.isEmpty ? nil : ReferenceFlag("clock_skew", delivery, detail: early)
    }
  }
}

extension ReferenceDelivery {
  fileprivate var wasAnswered: Bool { has("ext_ack") || has("opened") }

  /// `ext_ack`, `opened` or both with a comma: those whose first time is as asked for.
  fileprivate func kinds(where isAsked: (Int64) -> Bool) -> String {
    ["ext_ack", "opened"].filter { first($0).map(isAsked) ?? false }.joined(separator: ",")
  }
}

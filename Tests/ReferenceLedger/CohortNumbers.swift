/// The counts and rates of one group of cohort deliveries: the further columns of `daily.csv`.
struct CohortNumbers {
  /// Deliveries of the ledger that carry a flag which the data sets count.
  struct Flagged {
    let timedOut: Set<[ByteText]>
    let overBudget: Set<[ByteText]>
    let answeredElsewhere: Set<[ByteText]>
  }

  let deliveries: [ReferenceDelivery]
  let flagged: Flagged
  let isRipe: Bool

  static let header = [
    "accepted", "sent", "send_failed", "arrived", "arrive_failed", "ack_eligible", "acked", "displayed",
    "opened",
    "dismissed", "confirmed", "opened_unacked", "send_success_rate", "ack_rate", "confirmed_rate",
    "open_rate_sent", "open_rate_confirmed", "ack_coverage", "ack_p50_ms", "ack_p90_ms", "ack_p95_ms",
    "ack_p99_ms",
    "ack_timeout", "ack_over_budget", "app_key_mismatch", "ripe", "measurable", "measurable_confirmed",
  ]

  /// In the order of `header`.
  var cells: [String] {
    counts + rates + percentiles + flagCounts + [isRipe ? "true" : "false"]
      + [measurable.count, measurable.count(where: \.isConfirmed)].map { String($0) }
  }

  private var sent: [ReferenceDelivery] { deliveries.filter(\.wasSent) }
  private var measurable: [ReferenceDelivery] { sent.filter(\.isMeasurable) }
  private var sendFailed: Int { deliveries.count { $0.has("send_failed") && !$0.wasSent } }
  private var eligible: [ReferenceDelivery] { sent.filter(\.isAckEligible) }

  private func sentCount(_ kind: String) -> Int { sent.count { $0.has(kind) } }

  private var counts: [String] {
    [
      sentCount("accepted"), sent.count, sendFailed, sentCount("arrived"), sentCount("arrive_failed"),
      eligible.count, sentCount("ext_ack"), sentCount("displayed"), sentCount("opened"),
      sentCount("dismissed"),
      sent.count(where: \.isConfirmed), eligible.count { $0.has("opened") && !$0.has("ext_ack") },
    ].map { String($0) }
  }

  private var rates: [String] {
    let eligibleOpened = eligible.filter { $0.has("opened") }
    return [
      share(sent.count, of: sent.count + sendFailed),
      share(eligible.count { $0.has("ext_ack") }, of: eligible.count),
      share(measurable.count(where: \.isConfirmed), of: measurable.count),
      share(sentCount("opened"), of: sent.count),
      share(sent.count { $0.has("opened") && $0.isConfirmed }, of: sent.count(where: \.isConfirmed)),
      share(eligibleOpened.count { $0.has("ext_ack") }, of: eligibleOpened.count),
    ]
  }

  /// By exact nearest rank.
  private var percentiles: [String] {
    let latencies = sent.compactMap { $0.latency(to: "ext_ack") }.filter { $0 >= 0 }.sorted()
    return [50, 90, 95, 99].map { percent in
      // The smallest rank that covers the share, in whole numbers.
      latencies.isEmpty ? "" : String(latencies[(percent * latencies.count + 99) / 100 - 1])
    }
  }

  private var flagCounts: [String] {
    [flagged.timedOut, flagged.overBudget, flagged.answeredElsewhere].map { keys in
      String(sent.count { keys.contains($0.key) })
    }
  }
}

extension ReferenceDelivery {
  /// What makes the delivery one.
  var key: [ByteText] { [appKey, messageID, deviceID].map(ByteText.init) }
}

import Diagnosis
import JSONWriting
import Prose
import ReceiptModel

extension MessagePage {
  var json: JSONTree {
    .object([
      ("message_id", .text(messageID)), ("as_of", .text(zone.iso(asOf))),
      ("app_keys", .list(messages.map(json))),
    ])
  }

  private func json(_ message: MessageExplanation) -> JSONTree {
    let story = message.story
    let percentiles = story.latencies.percentiles([0.5, 0.9, 0.95, 0.99])
    return .object([
      ("app_key", .text(story.appKey)), ("verdict", .text(message.verdict.rawValue)),
      ("certainty", .text(message.verdict.certainty.name)),
      ("meaning", .text(message.verdict.meaning.plain(in: language))),
      ("rests_on", .list(message.grounds.map { .text($0.plain(in: language)) })),
      ("rivals", .list(message.rivals.map { $0.json(in: language) })),
      ("next_step", .text(message.nextStep?.plain(in: language))),
      ("findings", message.findings?.json(in: zone) ?? .null),
      ("first_sent_at", .text(story.firstSent.map(zone.iso))),
      ("last_sent_at", .text(story.lastSent.map(zone.iso))),
      ("deliveries", .integer(Int64(story.deliveries))),
      ("unsettled", .integer(Int64(story.unsettled))), ("unmatched", .integer(Int64(story.unmatched))),
      ("joined", .integer(Int64(story.joined))),
      (
        "counts",
        .object(Count.allCases.map { ($0.name, .integer(Int64(story.counts[$0]))) })
      ),
      (
        "rates",
        .list(
          message.rates.map {
            .object(
              [("name", .text($0.name.plain()))] + $0.own.jsonMembers + [
                ("neighbours", $0.others.map(json) ?? .null)
              ])
          })
      ),
      (
        "ack_latency_ms",
        .object(zip(["p50", "p90", "p95", "p99"], percentiles).map { ($0, .integer($1)) })
      ),
      (
        "builds",
        .list(
          message.builds.map {
            .object(
              [("app_version", .known($0.appVersion)), ("os_version", .known($0.osVersion))]
                + $0.own.jsonMembers
                + [("neighbours", $0.others.map(json) ?? .null)])
          })
      ),
      (
        "networks",
        .list(message.networks.map { .object([("network_type", .known($0.name))] + $0.rate.jsonMembers) })
      ),
      (
        "failures",
        .list(
          message.failures.map {
            .object([
              ("kind", .text($0.kind)), ("channel", .known($0.channel)),
              ("reason_code", .known($0.reasonCode)),
              ("reason_text", .known($0.reasonText)), ("deliveries", .integer(Int64($0.count))),
            ])
          })
      ),
    ])
  }

  private func json(_ rate: Rate) -> JSONTree { .object(rate.jsonMembers) }
}

extension Rate {
  /// Both numbers, the share and its interval.
  var jsonMembers: [(String, JSONTree)] {
    [
      ("part", .integer(numerator)), ("of", .integer(denominator)), ("share", .share(value)),
      ("interval_low", .share(interval?.lowerBound)), ("interval_high", .share(interval?.upperBound)),
    ]
  }
}

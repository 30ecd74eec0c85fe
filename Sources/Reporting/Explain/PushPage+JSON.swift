import Diagnosis
import JSONWriting
import Prose
import ReceiptModel

extension PushPage {
  var json: JSONTree {
    .object([
      ("message_id", .text(push.messageID)), ("device_id", .text(push.deviceID)),
      ("as_of", .text(zone.iso(asOf))),
      (
        "timeline",
        .list(
          push.timeline.enumerated().map { place, event in
            .object([
              ("event", .integer(Int64(place + 1))), ("app_key", .text(event.appKey)),
              ("kind", .text(event.kind.name)), ("raw_type", .known(event.rawType)),
              ("told_by", .known(event.toldBy)), ("is_linked", .bool(event.isLinked)),
              ("at", .text(zone.iso(event.at))),
              ("at_ms", .integer(event.at.milliseconds)),
              (
                "gap_ms",
                .integer(place > 0 ? event.at.milliseconds - push.timeline[place - 1].at.milliseconds : nil)
              ),
            ])
          })
      ), ("deliveries", .list(push.deliveries.map(json))),
    ])
  }

  private func json(_ delivery: DeliveryExplanation) -> JSONTree {
    .object([
      ("app_key", .text(delivery.appKey)), ("answered_under", .list(delivery.foreignKeys.map { .text($0) })),
      ("platform", .known(delivery.traits.platform)), ("channel", .known(delivery.traits.channel)),
      ("job_key", .known(delivery.traits.jobKey)), ("app_version", .known(delivery.traits.appVersion)),
      ("os_version", .known(delivery.traits.osVersion)),
      ("network_type", .known(delivery.traits.networkType)),
      ("reason_code", .known(delivery.traits.reasonCode)),
      ("reason_text", .known(delivery.traits.reasonText)),
      ("stage", .text(delivery.stage.rawValue)), ("verdict", .text(delivery.verdict.rawValue)),
      ("certainty", .text(delivery.verdict.certainty.name)),
      ("meaning", .text(delivery.verdict.meaning.plain(in: language))),
      (
        "rests_on",
        .list(
          delivery.grounds.map { ground in
            .object([
              ("text", .text(ground.text.plain(in: language))),
              ("events", .list(ground.events.compactMap(number).map { .integer(Int64($0)) })),
            ])
          })
      ), ("rivals", .list(delivery.rivals.map { $0.json(in: language) })),
      ("next_step", .text(delivery.nextStep?.plain(in: language))),
      ("findings", delivery.findings.json(in: zone)),
      (
        "acks",
        .list(
          delivery.tries.map { bounds in
            .object([
              ("event", .integer(number(of: bounds.ack).map(Int64.init))),
              ("least_latency_ms", .integer(bounds.latency?.lowerBound)),
              ("most_latency_ms", .integer(bounds.latency?.upperBound)),
              ("possible_tries", .list(bounds.tries.map { .integer(Int64($0)) })),
              ("least_wait_before_start_ms", .integer(bounds.leastWait)),
            ])
          })
      ), ("extension_runs", .list(delivery.runs.map(\.json))),
    ])
  }
}

extension ExtensionExecution {
  fileprivate var json: JSONTree {
    .object([
      ("started_ms", .integer(startedAt?.milliseconds)), ("outcome", .text(outcome.rawValue)),
      ("failed_tries", .integer(Int64(failedTries))), ("run_ms", .integer(milliseconds)),
      (
        "steps",
        .list(
          steps.map {
            .object([
              ("step", .text($0.step.rawValue)), ("at_ms", .integer($0.at.milliseconds)),
              ("detail", .known($0.detail)),
            ])
          })
      ),
    ])
  }
}

extension Rival {
  func json(in language: Language) -> JSONTree {
    .object([
      ("cause", .text(cause.plain(in: language))), ("settled_by", .known(settledBy.plain(in: language))),
    ])
  }
}

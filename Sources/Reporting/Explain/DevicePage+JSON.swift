import Diagnosis
import JSONWriting
import Prose
import ReceiptModel

extension DevicePage {
  var json: JSONTree {
    .object([
      ("device_id", .text(device.deviceID)), ("as_of", .text(zone.iso(asOf))),
      ("app_keys", .list(device.apps.map(json))),
    ])
  }

  private func json(_ app: DeviceAppExplanation) -> JSONTree {
    .object([
      ("app_key", .text(app.appKey)), ("verdict", .text(app.verdict.rawValue)),
      ("certainty", .text(app.verdict.certainty.name)),
      ("meaning", .text(app.verdict.meaning.plain(in: language))),
      ("rests_on", .list(app.grounds.map { .text($0.plain(in: language)) })),
      ("rivals", .list(app.rivals.map { $0.json(in: language) })),
      ("next_step", .text(app.nextStep?.plain(in: language))),
      ("findings", app.findings?.json(in: zone) ?? .null),
      ("first_sign", app.firstSign.map(json) ?? .null), ("last_sign", app.lastSign.map(json) ?? .null),
      ("pushes", .integer(app.totals.pushes)), ("sent", .integer(app.totals.sent)),
      ("refused", .integer(app.totals.refused)), ("acked", .integer(app.totals.acked)),
      ("opened", .integer(app.totals.opened)), ("muted", app.isMuted.map { .bool($0) } ?? .null),
      ("token_state", .text(app.tokenState)), ("last_pushes", .list(app.lastPushes.map(json))),
      (
        "builds",
        .list(
          app.builds.map { period in
            let name = period.name
            return .object(
              [
                ("app_version", .known(name.appVersion)), ("os_version", .known(name.osVersion)),
                ("brand", .known(name.brand)), ("network_type", .known(name.networkType)),
              ] + members(period))
          })
      ),
      (
        "channels",
        .list(
          app.channels.map { period in
            .object(
              [("platform", .known(period.name.platform)), ("channel", .known(period.name.channel))]
                + members(period))
          })
      ), ("usual", app.comparison.map(json) ?? .null),
    ])
  }

  private func json(_ sign: SignOfLife) -> JSONTree {
    .object([
      ("kind", .text(sign.kind?.name ?? "app_open")), ("at", .text(zone.iso(sign.at))),
      ("at_ms", .integer(sign.at.milliseconds)),
    ])
  }

  private func json(_ push: ExplainedPush) -> JSONTree {
    .object([
      ("message_id", .text(push.messageID)), ("at", .text(zone.iso(push.begunAt))),
      ("at_ms", .integer(push.begunAt.milliseconds)),
      ("stage", .text(push.explanation.stage.rawValue)),
      ("fate", .text(push.fate.joined().plain(in: language))),
      ("ack_latency_ms", .integer(push.ackLatency)), ("open_latency_ms", .integer(push.openLatency)),
      ("reason_code", .known(push.reason?.code ?? "")), ("reason_text", .known(push.reason?.text ?? "")),
      ("verdict", .text(push.explanation.verdict.rawValue)),
      ("certainty", .text(push.explanation.verdict.certainty.name)),
    ])
  }

  private func members<Name>(_ period: DevicePeriod<Name>) -> [(String, JSONTree)] {
    [
      ("pushes", .integer(period.pushes)), ("first_at", .text(zone.iso(period.first))),
      ("last_at", .text(zone.iso(period.last))),
    ]
  }

  private func json(_ comparison: DeviceComparison) -> JSONTree {
    .object([
      ("app_version", .known(comparison.appVersion)), ("from", .text(zone.iso(comparison.from))),
      ("to", .text(zone.iso(comparison.to))),
      (
        "rates",
        .list(
          comparison.rates.map { rate in
            .object(
              [("name", .text(rate.name.plain()))] + rate.own.jsonMembers + [
                ("others", rate.others.map { .object($0.jsonMembers) } ?? .null)
              ])
          })
      ),
    ])
  }
}

import Prose
import ReceiptModel

extension Rule {
  /// For some hours the acks of all messages and builds of an AppKey fall, while sends go on.
  ///
  /// Every stretch of at most a day is compared with what is usual at these hours of the day, and must stand out from
  /// the hours close by; `ack_rate_fall` reports acks that fell for longer. Where all but one message, one build or one
  /// OS version are acked as usual, it is not an outage but that message, build or system.
  package static let ackOutage = Rule(.ackOutage) { evidence in
    let apps = AckHour.byApp(evidence)
    let usual = apps.compactMap { appKey, hours in
      UsualAcks(hours, minimum: evidence.limits.minimumSends).map { (appKey, hours, $0) }
    }
    let unanswered = UnansweredHours(usual.lazy.map { ($0.1, $0.2) })
    return apps.flatMap { appKey, hours in
      LowAcks.all(appKey, hours, evidence).map { outage in
        let message = SoleCause.message(outage, unanswered, evidence)
        let others = SoleCause.appKey(outage, usual, unanswered, evidence)
        // Where one or two messages were nearly all that was sent, only other AppKeys can tell; without them
        // `message_silent` is the rule that has something to say.
        let isExplained =
          !outage.standsOut || message == .one || (message == .unknown && others != .many)
          || SoleCause.build(outage, evidence) == .one || SoleCause.system(outage, evidence) == .one
        return Suspicion(
          chance: outage.chance, finding: isExplained ? nil : finding(outage, message, others))
      }
    }
  }

  private static func finding(_ outage: LowAcks, _ message: SoleCause.Answer?, _ others: SoleCause.Answer)
    -> Finding
  {
    let isSure = (message == .many || others == .many) && outage.opens == .goOn
    let observed = Rate(outage.hits, of: outage.count)
    var figures: Phrase = """
      \(Figures.percent(observed.value ?? 0)) of \(outage.count) pushes were acked in time; \
      \(Figures.percent(outage.usual)) is usual at these hours
      """
    if others == .many { figures += "; other AppKeys lost acks in these hours too" }
    var rivals = [
      Rival(
        "the log lacks the acks of these hours", settledBy: "a new export of these hours, imported again"),
      Rival("requests for acks were blocked on the way", settledBy: "the ack rates by network and region"),
    ]
    if message != .many {
      rivals.insert(
        Rival(
          "a message of these hours whose payload does not start the extension",
          settledBy: "the payloads of the messages sent in these hours"), at: others == .many ? 2 : 0)
    }
    return Finding(
      .ackOutage, isSure && outage.isOngoing ? .critical : .warning, appKey: outage.appKey,
      scope: .of(.time, words: span(outage)), since: Instant(milliseconds: outage.start),
      deliveries: outage.count, observed: observed.value, expected: outage.usual,
      interval: observed.interval, cause: "\(cause(outage.opens, isSure: isSure)): \(figures)",
      rivals: rivals,
      nextStep:
        "look for an outage of the ack server in these hours, and check whether other AppKeys have it too",
      rows: "deliveries-of")
  }

  private static func cause(_ opens: LowAcks.Opens, isSure: Bool) -> Phrase {
    switch opens {
    case .goOn where isSure:
      "acks did not get through to the server for a while, although pushes arrived and were opened"
    case .goOn: "acks did not come back for a while, although pushes arrived and were opened"
    case .fell: "neither acks nor opens came back for a while: pushes did not arrive, or receipts got lost"
    case .unknown: "acks did not come back for a while; whether pushes arrived cannot be told from opens"
    }
  }

  /// `2026-09-21T10:00Z to 2026-09-21T12:00Z`.
  private static func span(_ outage: LowAcks) -> Phrase {
    let times = [outage.start, outage.end].map { time in
      String(ReportZone.utc.iso(Instant(milliseconds: time)).prefix(16)) + "Z"
    }
    return "\(figure: times[0]) to \(figure: times[1])"
  }
}

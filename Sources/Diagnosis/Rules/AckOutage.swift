import Prose
import ReceiptModel

extension Rule {
  /// For some hours the acks of all messages and builds of an AppKey fall by half or more, while sends go on.
  ///
  /// Every stretch of at most a day is compared with what is usual at these hours of the day, and must stand out from
  /// the hours close by; `ack_rate_fall` reports acks that fell for longer. Where all but one message, one build or one
  /// OS version are acked as usual, it is not an outage but that message, build or system.
  ///
  /// Where several AppKeys lose nearly all acks of all campaigns at once, that is one outage of all of them, and so are
  /// hours in which no ack came in at all, though those of earlier pushes were due.
  package static let ackOutage = Rule(.ackOutage) { evidence in
    let outages = evidence.comparisons.outages
    return outages.common.map { Suspicion(chance: $0.chance, finding: finding($0)) }
      + outages.pauses.map { Suspicion(chance: $0.chance, finding: finding($0)) }
      + outages.ofAppKeys.map { outage in
        Suspicion(chance: outage.acks.chance, finding: outage.isExplained ? nil : finding(outage))
      }
  }

  private static func finding(_ outage: CommonOutage) -> Finding {
    let isSure = outage.opens == .goOn
    let observed = Rate(outage.hits, of: outage.count)
    let figures: Phrase = """
      \(Figures.percent(observed.value ?? 0)) of \(outage.count) pushes of \(outage.parts.count) AppKeys were \
      acked in time; \(Figures.percent(outage.usual)) is usual at these hours
      """
    return Finding(
      .ackOutage, isSure && outage.isOngoing ? .critical : .warning,
      scope: .of(.time, words: span(outage.start, outage.end)), since: Instant(milliseconds: outage.start),
      deliveries: outage.count, observed: observed.value, expected: outage.usual, interval: observed.interval,
      cause: "\(cause(outage.opens, isSure: isSure)): \(figures)",
      rivals: [
        lackingLog,
        Rival(
          "several AppKeys sent silent pushes one after the other",
          settledBy: "the payloads of the messages sent in these hours"),
      ],
      nextStep: "look for an outage of the ack server in these hours", rows: "deliveries-of")
  }

  private static func finding(_ pause: AckPause) -> Finding {
    Finding(
      .ackOutage, .warning, scope: .of(.time, words: span(pause.start, pause.end)),
      since: Instant(milliseconds: pause.start),
      cause: """
        \(cause(pause.opens, isSure: true)): no ack came in these hours; \(pause.before) came in the hour before them, \
        \(pause.after) in the hour after
        """,
      rivals: [lackingLog],
      nextStep: "look for an outage of the ack server in these hours", rows: "hourly-volume")
  }

  private static func finding(_ outage: Outages.OfAppKey) -> Finding {
    let (acks, message, others) = (outage.acks, outage.messages, outage.others)
    let isSure = (message == .many || others == .many) && acks.opens == .goOn
    let observed = Rate(acks.hits, of: acks.count)
    var figures: Phrase = """
      \(Figures.percent(observed.value ?? 0)) of \(acks.count) pushes were acked in time; \
      \(Figures.percent(acks.usual)) is usual at these hours
      """
    if others == .many { figures += "; other AppKeys lost acks in these hours too" }
    var rivals = [
      lackingLog,
      Rival("requests for acks were blocked on the way", settledBy: "the ack rates by network and region"),
    ]
    if message != .many {
      rivals.insert(
        Rival(
          "a message of these hours whose payload does not start the extension",
          settledBy: "the payloads of the messages sent in these hours"), at: others == .many ? 2 : 0)
    }
    return Finding(
      .ackOutage, isSure && acks.isOngoing ? .critical : .warning, appKey: acks.appKey,
      scope: .of(.time, words: span(acks.start, acks.end)), since: Instant(milliseconds: acks.start),
      deliveries: acks.count, observed: observed.value, expected: acks.usual,
      interval: observed.interval, cause: "\(cause(acks.opens, isSure: isSure)): \(figures)",
      rivals: rivals,
      nextStep:
        "look for an outage of the ack server in these hours, and check whether other AppKeys have it too",
      rows: "deliveries-of")
  }

  private static let lackingLog = Rival(
    "the log lacks the acks of these hours", settledBy: "a new export of these hours, imported again")

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
  private static func span(_ start: Int64, _ end: Int64) -> Phrase {
    let times = [start, end].map { time in
      String(ReportZone.utc.iso(Instant(milliseconds: time)).prefix(16)) + "Z"
    }
    return "\(figure: times[0]) to \(figure: times[1])"
  }
}

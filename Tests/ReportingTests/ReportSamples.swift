import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Reporting

/// Inputs for reports, made by hand.
enum Sample {
  static let day = CivilDay("2026-09-21") ?? CivilDay(number: 0)
  static let zone = ReportZone(fixed: "+08:00") ?? .utc
  static let settle: Int64 = 15 * 60_000

  /// A report on one day with two weeks of history, ripe by an hour.
  static var scope: ReportScope {
    let days = ReportScope.spans(from: day.adding(days: -14), through: day, zone)
    return ReportScope(
      all: CohortScope(days: days, appKeys: [], asOf: days[14].end + 3_600_000, settle: settle),
      reported: 14..<15)
  }

  static func counts(_ figures: [Count: Int]) -> Counts {
    figures.reduce(into: Counts()) { $0[$1.key] = $1.value }
  }

  static func cell(day: Int, _ appKey: String, _ parts: [String], _ figures: [Count: Int]) -> CohortCell {
    CohortCell(key: CohortKey(day: day, appKey: appKey, parts: parts), counts: counts(figures))
  }

  /// Sends on APNs of which some are acked, some only opened.
  static func apns(sent: Int, acked: Int, opened: Int, openedUnacked: Int = 0) -> [Count: Int] {
    [
      .deliveries: sent, .sent: sent, .ackEligible: sent, .acked: acked, .eligibleAcked: acked,
      .opened: opened, .eligibleOpened: opened, .openedUnacked: openedUnacked,
      .confirmed: acked + openedUnacked, .measurable: sent, .measurableConfirmed: acked + openedUnacked,
      .timeoutLost: openedUnacked, .timeoutSilent: sent - acked - openedUnacked,
    ]
  }

  static let nothing = ReportInput(
    toolVersion: "1.0.0", zone: .utc,
    scope: ReportScope(
      all: CohortScope(days: [], appKeys: [], asOf: 0, settle: settle), reported: 0..<0),
    command: "pushledger report daily --as-of 1970-01-01T00:00:00Z")

  static var oneEvent: ReportInput {
    let scope = scope
    let at = Instant(milliseconds: scope.headline.days[0].start + 8 * 3_600_000)
    let figures = apns(sent: 1, acked: 0, opened: 0)
    var evidence = Evidence(
      scope: scope.headline, cells: [cell(day: 14, "333", ["apns"], figures)], history: scope.all.days,
      versions: [cell(day: 0, "333", ["", ""], figures)],
      health: Health(
        events: 1, newestEvent: at, freshness: [Freshness(appKey: "333", kind: .sent, newest: at, events: 1)])
    )
    evidence.messages = [message("20180017", figures)]
    return ReportInput(
      toolVersion: "1.0.0", zone: zone, scope: scope, evidence: evidence,
      command: "pushledger report daily --as-of 2026-09-21T01:00:00+08:00")
  }

  /// What was counted of a message of the first app.
  private static func message(_ id: String, _ figures: [Count: Int]) -> MessageCell {
    MessageCell(
      appKey: "333", messageID: id, counts: counts(figures), latencies: LatencyHistogram(), firstSent: nil)
  }

  /// Two apps over two weeks; on the last day a build of the first answers under a foreign key, and another is silent.
  static var smallDay: ReportInput {
    let scope = scope
    var cells: [CohortCell] = []
    for day in 0..<15 where day != 4 {
      var cell = cell(
        day: day, "333", ["apns"], apns(sent: 1000 + day, acked: 700 + day, opened: 40, openedUnacked: 6))
      cell.latencies.add(bucket: LatencyBucket.bucket(of: -5), count: 1)
      for (latency, count) in [(400, 400), (2_500, 200), (7_000, 60), (13_000, 30), (45_000, 9 + day)] {
        cell.latencies.add(bucket: LatencyBucket.bucket(of: Int64(latency)), count: count)
      }
      if day == 14 { cell.counts[.mismatch] = 12 }
      cells.append(cell)
      cells.append(
        Self.cell(
          day: day, "444", ["fcm"],
          [.deliveries: 510, .sent: 500, .sendFailed: 10, .opened: 20, .confirmed: 20]))
    }
    let versions = [
      cell(day: 0, "333", ["3.1", "17.1"], apns(sent: 800, acked: 714, opened: 34)),
      cell(day: 0, "333", ["3.2", "17.1"], apns(sent: 214, acked: 0, opened: 6, openedUnacked: 6)),
      cell(
        day: 0, "444", ["", ""], [.deliveries: 510, .sent: 500, .sendFailed: 10, .opened: 20, .confirmed: 20]),
    ]
    let flags = [
      FlagCount(flag: "ack_retried", appKey: "333", count: 3),
      FlagCount(flag: "app_key_mismatch", appKey: "999", detail: "333", count: 12),
      FlagCount(flag: "app_key_unknown", appKey: "999", count: 12),
      FlagCount(flag: "orphan_ack", appKey: "333", count: 2),
    ]
    let start = scope.headline.days[0].start
    let newest = Instant(milliseconds: scope.all.asOf)
    let health = Health(
      events: 25_000, newestEvent: newest,
      freshness: [
        Freshness(
          appKey: "333", kind: .sent, newest: Instant(milliseconds: newest.milliseconds - 4_000_000),
          events: 14_091),
        Freshness(appKey: "333", kind: .extAck, newest: newest, events: 9_891),
        Freshness(appKey: "444", kind: .sent, newest: Instant(milliseconds: start), events: 7_000),
      ],
      quietHours: [start + 2 * 3_600_000..<start + 5 * 3_600_000],
      refused: [RefusedLines(reason: .notJSON, lines: 3), RefusedLines(reason: .badTime, lines: 1)],
      repeats: [RepeatedEvents(kind: .sent, events: 17), RepeatedEvents(kind: .extAck, events: 3)],
      unknownTypes: [UnknownType(name: "sms_sent", events: 4)],
      unmatched: [Unmatched(appKey: "333", deliveries: 2), Unmatched(appKey: "999", deliveries: 12)])
    var evidence = Evidence(
      scope: scope.headline, cells: cells, history: scope.all.days, versions: CohortCells(versions),
      flags: flags,
      health: health)
    let findings = Diagnosis.findings(evidence)
    evidence.hours = hours(of: scope.all.days)
    evidence.hourCells = hourCells
    evidence.messages.cells = MessageCells(
      (0..<12).map { message("2018\($0)", apns(sent: 100 - $0, acked: 70 - $0, opened: 4)) })
    return ReportInput(
      toolVersion: "1.0.0", zone: zone, scope: scope, appNames: ["333": "Shop"], evidence: evidence,
      failures: [
        FailureCell(
          day: 0, appKey: "444", channel: "fcm", kind: "send_failed", reasonCode: "5",
          reasonText: "invalid token", count: 7),
        FailureCell(
          day: 0, appKey: "444", channel: "fcm", kind: "send_failed", reasonCode: "", reasonText: "", count: 3
        ),
      ],
      findings: findings,
      command: "pushledger report daily --db a.db --tz +08:00", queries: [("data-freshness", "00ff")])
  }

  /// Three hours of each day of `smallDay`, one of them with hardly a send.
  private static var hourCells: [CohortCell] {
    var cells: [CohortCell] = []
    for day in 0..<15 where day != 4 {
      let morning = apns(sent: 600 + day, acked: 400 + 9 * day, opened: 20)
      let evening = apns(sent: 400, acked: 300 - 8 * day, opened: 20)
      for (hour, figures) in [(9, morning), (20, evening), (23, apns(sent: 3, acked: 3, opened: 0))] {
        cells.append(cell(day: day * 24 + hour, "333", ["apns"], figures))
      }
    }
    return cells
  }

  /// The hours of days that begin with an hour.
  static func hours(of days: [DaySpan]) -> [DaySpan] {
    days.flatMap { day in
      stride(from: day.start, to: day.end, by: 3_600_000).map {
        DaySpan(name: day.name, start: $0, end: $0 + 3_600_000)
      }
    }
  }

  /// The template that the program carries.
  static var template: String {
    get throws { try template("daily") }
  }

  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The template of a built-in report.
  static func template(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: "reports/\(name).md"), encoding: .utf8)
  }

  static func report(
    _ input: ReportInput, template: String? = nil, columns: [ResultColumn]? = nil
  ) throws -> RenderedReport {
    let template = try Template(name: "daily.md", parsing: template ?? Self.template)
    return try DailyReport.render(input, template: template, queries: .alike(columns))
  }

  static func render(
    _ input: ReportInput, template: String? = nil, columns: [ResultColumn]? = nil,
    in language: Language = .english
  ) throws -> String {
    MarkdownPage(language: language).text(of: try report(input, template: template, columns: columns).page)
  }

  static func page(_ input: ReportInput, template: String? = nil) throws -> Page {
    try report(input, template: template).page
  }
}

extension TemplateQueries {
  /// Queries of which each answers one row, in which every text is its name, and takes nothing, or with columns that are
  /// given what the program's own templates give.
  static func alike(_ named: [ResultColumn]? = nil) -> TemplateQueries {
    let columns = named ?? [ResultColumn("query"), ResultColumn("n")]
    return TemplateQueries(
      shape: { _, _ in
        QueryShape(
          parameters: named == nil ? [] : ["message_id", "job_key", "minimum", "order", "top"],
          columns: columns)
      },
      answer: { name, _, _ in
        ResultTable(columns: columns, rows: [columns.map { $0.name == "n" ? .integer(1) : .text(name) }])
      })
  }
}

extension Sample {
  static let names = ["daily", "weekly", "monthly", "campaign", "message", "app", "data-health"]

  /// What is said of a message of 100 sends on two builds, of which the newer acks nothing.
  static func explanations(messageID: String, appKey: String) -> [MessageExplanation] {
    let first = Instant(milliseconds: scope.headline.days[0].start + 3_600_000)
    var story = MessageStory(messageID: messageID, appKey: appKey)
    story.firstSent = first
    story.lastSent = Instant(milliseconds: first.milliseconds + 60_000)
    story.tried = first...Instant(milliseconds: first.milliseconds + 60_000)
    story.deliveries = 100
    story.parts = [
      MessagePart(
        appVersion: "3.1", osVersion: "17.1", networkType: "wifi",
        counts: counts(apns(sent: 60, acked: 55, opened: 4))),
      MessagePart(
        appVersion: "3.2", osVersion: "17.1", networkType: "4g",
        counts: counts(apns(sent: 40, acked: 0, opened: 2, openedUnacked: 2))),
    ]
    story.latencies.add(bucket: LatencyBucket.bucket(of: 700), count: 50)
    story.latencies.add(bucket: LatencyBucket.bucket(of: 45_000), count: 5)
    story.failures = [
      FailureCell(
        day: 0, appKey: appKey, channel: "apns", kind: "send_failed", reasonCode: "",
        reasonText: "BadDeviceToken", count: 2)
    ]
    var around = LatencyHistogram()
    around.add(story.latencies)
    around.add(bucket: LatencyBucket.bucket(of: 900), count: 800)
    story.around = MessageSurroundings(
      from: Instant(milliseconds: first.milliseconds - 86_400_000),
      to: Instant(milliseconds: first.milliseconds + 86_400_000),
      counts: counts(apns(sent: 1100, acked: 900, opened: 50)), latencies: around,
      builds: [
        BuildAcks(appVersion: "3.1", osVersion: "17.1", rate: Rate(895, of: 960)),
        BuildAcks(appVersion: "3.2", osVersion: "17.1", rate: Rate(5, of: 140)),
      ])
    return Diagnosis.explain(
      [story], ExplainSettings(asOf: Instant(milliseconds: scope.all.asOf), settle: settle))
  }
}

extension Sample {
  /// The small day a thousand times, and a build of each day.
  static var million: ReportInput {
    var input = smallDay
    func grown(_ cells: some Sequence<CohortCell>) -> [CohortCell] {
      cells.map { cell in
        var cell = cell
        for count in Count.allCases { cell.counts[count] *= 1000 }
        return cell
      }
    }
    input.evidence.cells = (0..<15).map {
      cell(day: $0, "333", ["apns"], apns(sent: 1000, acked: 900 - $0, opened: 40))
    }
    input.evidence.cells = grown(input.evidence.cells)
    input.evidence.versions = CohortCells(grown(input.evidence.versions))
    input.evidence.messages.cells = MessageCells(
      input.evidence.messages.cells.map { message in
        var message = message
        for count in Count.allCases { message.counts[count] *= 1000 }
        return message
      })
    input.dailyBuilds = CohortCells(
      grown((0..<15).map { cell(day: $0, "333", ["3.\($0)"], apns(sent: 1000, acked: 900, opened: 40)) }))
    input.evidence.networks = ["wifi", "4g"].map {
      cell(day: 0, "333", [$0, "3.1"], apns(sent: 400, acked: 300, opened: 0))
    }
    input.evidence.networks = grown(input.evidence.networks)
    return input
  }
}

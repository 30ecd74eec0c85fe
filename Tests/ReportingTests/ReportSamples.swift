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
    return ReportInput(
      toolVersion: "1.0.0", zone: zone, scope: scope,
      cells: [cell(day: 14, "333", ["apns"], apns(sent: 1, acked: 0, opened: 0))],
      versions: [cell(day: 0, "333", ["", ""], apns(sent: 1, acked: 0, opened: 0))],
      messages: [cell(day: 0, "333", ["20180017"], apns(sent: 1, acked: 0, opened: 0))],
      health: Health(
        events: 1, newestEvent: at, freshness: [Freshness(appKey: "333", kind: .sent, newest: at, events: 1)]),
      command: "pushledger report daily --as-of 2026-09-21T01:00:00+08:00")
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
    let evidence = Evidence(
      scope: scope.headline, cells: cells, history: scope.all.days, versions: versions, flags: flags,
      health: health)
    return ReportInput(
      toolVersion: "1.0.0", zone: zone, scope: scope, appNames: ["333": "Shop"], cells: cells,
      versions: versions,
      failures: [
        FailureCell(
          day: 0, appKey: "444", channel: "fcm", kind: "send_failed", reasonCode: "5",
          reasonText: "invalid token", count: 7),
        FailureCell(
          day: 0, appKey: "444", channel: "fcm", kind: "send_failed", reasonCode: "", reasonText: "", count: 3
        ),
      ],
      messages: (0..<12).map {
        cell(day: 0, "333", ["2018\($0)"], apns(sent: 100 - $0, acked: 70 - $0, opened: 4))
      },
      flags: flags, health: health, findings: Diagnosis.findings(evidence),
      command: "pushledger report daily --db a.db --tz +08:00", queries: [("data-freshness", "00ff")])
  }

  /// The template that the program carries.
  static var template: String {
    get throws {
      try String(
        contentsOf: root.appending(path: "reports/daily.md"), encoding: .utf8)
    }
  }

  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func render(
    _ input: ReportInput, template: String? = nil, in language: Language = .english
  ) throws -> String {
    let page = try DailyReport.render(input, template: template ?? Self.template) { name, _ in
      ResultTable(columns: [ResultColumn("query"), ResultColumn("n")], rows: [[.text(name), .integer(1)]])
    }
    return MarkdownPage(language: language).text(of: page)
  }
}

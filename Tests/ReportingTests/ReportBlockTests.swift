import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Reporting
import Testing

/// Blocks by what they say.
struct ReportBlockTests {
  private func block(_ name: String, _ input: ReportInput) throws -> String {
    try Sample.render(input, template: "<!--\n:message  the message\n-->\n{{block \(name)}}\n")
  }

  /// Three app versions of one AppKey; the acks of the last are up to the test.
  private func versions(acksOfLast: Int) -> ReportInput {
    var input = Sample.smallDay
    input.findings = []
    input.evidence.cells = []
    input.evidence.versions = [
      Sample.cell(day: 0, "333", ["3.0", "17"], Sample.apns(sent: 1000, acked: 900, opened: 40)),
      Sample.cell(day: 0, "333", ["3.1", "17"], Sample.apns(sent: 1000, acked: 902, opened: 41)),
      Sample.cell(day: 0, "333", ["3.2", "17"], Sample.apns(sent: 500, acked: acksOfLast, opened: 20)),
    ]
    return input
  }

  @Test func `a part that differs is shown beside the rest, and does not make the others differ`() throws {
    let text = try block("breakdown", versions(acksOfLast: 100))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Shop") }
    #expect(rows.count == 1)
    #expect(rows.first?.contains("app version 3.2") == true)
    // Of 2,000 other sends 1,802 were acked.
    #expect(rows.first?.hasSuffix("90.10 % |") == true)
    // Three versions by three rates; with one OS version and no channel there is nothing else to compare.
    #expect(text.contains("9 rates, judged together"))
  }

  @Test func `a build that a finding names is not told once more among what differs`() throws {
    var input = versions(acksOfLast: 100)
    input.findings = [Self.silent("3.2")]
    let text = try block("breakdown", input)
    #expect(text == "Beyond chance, only the builds differ that have findings.\n")
    input.findings[0].state = .resolved
    #expect(try block("breakdown", input).contains("app version 3.2"))
  }

  private static func silent(_ version: String, appKey: String = "333") -> Finding {
    Finding(
      .extensionSilent, .critical, appKey: appKey, scope: .of(.appVersion, version), deliveries: 500,
      observed: 0, expected: 0.9, cause: "c", rivals: [], nextStep: "n")
  }

  @Test func `the headline says what failed, whose receipts are lost, and the rate without them`() throws {
    var input = versions(acksOfLast: 0)
    let cells = Array(input.evidence.versions)
    input.evidence.cells = [
      Sample.cell(day: 14, "333", ["apns"], Sample.apns(sent: 2500, acked: 1802, opened: 101))
    ]
    input.evidence.cells[0].counts[.sendFailed] = 2500
    input.findings = []
    let sound = try block("verdict", input)
    #expect(
      sound.hasPrefix(
        "**OK.** Of 5,000 attempted sends, 2,500 failed (50.00 %). The delivery rate of the others is 72.08 %"
      ))
    #expect(!sound.contains("lost"))
    input.findings = [Self.silent("3.2")]
    #expect(
      try block("verdict", input).contains(
        "**Receipts are lost** of app version 3.2 of Shop (333); without these builds, it is 90.10 % ("))
    // Before the reported day's end nothing is known of it.
    input.findings[0].since = Instant(milliseconds: input.scope.headline.days[0].end)
    #expect(try block("verdict", input) == sound.replacing("**OK.**", with: "**1 critical.**"))
    // One answer under a foreign key breaks no build.
    input.findings[0] = Finding(
      .appKeyMismatch, .warning, appKey: "333", scope: .of(.appVersion, "3.2"), deliveries: 1, cause: "c",
      rivals: [], nextStep: "n")
    #expect(try !block("verdict", input).contains("lost"))
    // Where many sends name no version, those of the build may be among them.
    input.findings = [Self.silent("3.2")]
    input.evidence.versions = CohortCells(
      cells + [Sample.cell(day: 0, "333", ["", ""], Sample.apns(sent: 900, acked: 0, opened: 0))])
    #expect(
      try block("verdict", input).contains(
        "**Receipts are lost** of Shop (333) (`extension_silent`), so this is too low."))
  }

  @Test func `equal findings of several AppKeys are one line, with each and their sum`() throws {
    var input = Sample.smallDay
    func skew(_ appKey: String, _ severity: Severity, _ deliveries: Int) -> Finding {
      Finding(
        .clockSkew, severity, appKey: appKey, deliveries: deliveries, observed: 0.5, cause: "c", rivals: [],
        nextStep: "n", rows: "answered-before-sent")
    }
    input.findings = [skew("333", .warning, 5), skew("444", .info, 2), Self.silent("3.2")].sorted()
    let text = try block("findings", input)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("- **") }
    #expect(lines.count == 4)
    #expect(lines[1] == "- **warning** `clock_skew` of Shop (333), 444: 7 deliveries; new.")
    #expect(text.contains("- 444: 2 deliveries, 50.00 %."))
    #expect(text.components(separatedBy: "Next step: n.").count == 3)
  }

  @Test func `the first screen of a report in Markdown ends before the details`() throws {
    let text = try Sample.render(Sample.smallDay)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let details = try #require(lines.firstIndex(of: "In detail:"))
    #expect(details <= 40)
    #expect(lines[..<details].contains { $0.hasPrefix("| Attempted ") })
    #expect(lines[..<details].count { $0.hasPrefix("- **") } == Sample.smallDay.findings.count)
    #expect(!lines[..<details].contains { $0.contains("Likely cause") })
  }

  @Test func `months have the days that the ledger holds of them, the last two years`() throws {
    let days = ReportScope.spans(
      from: Sample.day.adding(days: -800), through: Sample.day, Sample.zone)
    let cells = [0, 0, 799, 800].map {
      Sample.cell(day: $0, "333", ["apns"], Sample.apns(sent: 100, acked: 80, opened: 5))
    }
    let months = MonthTotal.all(cells, of: days)
    #expect(months.map(\.days) == [1, 2])
    #expect(months.map { $0.counts[.sent] } == [200, 200])
    var input = Sample.smallDay
    input.months = months
    #expect(try block("months", input).contains("| 2026-09 |    2 |   200 |"))
    #expect(input.dataDigest != Sample.smallDay.dataDigest)
    let daily = days.indices.map {
      Sample.cell(day: $0, "333", ["apns"], Sample.apns(sent: 1, acked: 1, opened: 0))
    }
    #expect(MonthTotal.all(daily, of: days).count == MonthTotal.longest)
  }

  @Test func `campaigns stand by their sends, and single notifications of all jobs in one line`() throws {
    var input = Sample.smallDay
    func total(_ job: String, _ messages: Int, sent: Int, opened: Int) -> CampaignTotal {
      CampaignTotal(
        appKey: "333", job: job, messages: messages,
        counts: Sample.counts(Sample.apns(sent: sent, acked: sent / 2, opened: opened)))
    }
    input.campaigns =
      [total("", 3, sent: 500, opened: 5), total("sale", 2, sent: 900, opened: 90)]
      + (0..<12).map { total("c\($0)", 1, sent: 10 + $0, opened: 1) }
      + [total("code", 40, sent: 40, opened: 30), total("order", 60, sent: 60, opened: 20)]
    let text = try block("campaigns", input)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.count == 11)
    #expect(rows[0][1...5] == ["sale", "2", "900", "50.00 %", "46.74 to 53.26 %"])
    #expect(rows[1][1...3] == ["without a job", "3", "500"])
    #expect(rows[10][0...3] == ["single notifications of 2 campaigns", "", "100", "100"])
    #expect(rows[10][6...7] == ["50", "50.00 %"])
    #expect(text.contains("and 4 more with "))
    input.campaigns = []
    #expect(try block("campaigns", input).contains("No data."))
  }

  @Test func `a report names loaded days, and does not say that there is none of what they cannot tell`()
    throws
  {
    var input = Sample.smallDay
    let day = try #require(input.scope.headline.days.first)
    let none = ["unmatched", "repeats", "unknown-types"]
    for name in none { #expect(try !block(name, input).contains("loaded")) }
    #expect(try !block("health", input).contains("loaded"))
    input.evidence.health.summedDays = [SummedDay(span: day.start..<day.end, run: "")]
    input.evidence.messages = []
    for name in none { #expect(try block(name, input).contains("or loaded days this is not known.")) }
    for name in ["messages", "health"] {
      let text = try block(name, input)
      #expect(
        text.contains("For \(day.name) there are sums that were counted elsewhere and loaded."), "\(name)")
      #expect(
        !text.contains("every receipt has its send") && !text.contains("No event is repeated"), "\(name)")
    }
    #expect(try block("health", input).contains("; not known for loaded days\n"))
    input.evidence.health.summedDays.append(
      SummedDay(span: day.end..<day.end + 86_400_000, run: ""))
    #expect(try block("health", input).contains("For 2 days from \(day.name) to "))
  }

  @Test func `what a report takes from loaded days is part of its digest`() throws {
    var input = Sample.smallDay
    let before = input.dataDigest
    input.evidence.health.summedDays = [SummedDay(span: 0..<86_400_000, run: "")]
    #expect(input.dataDigest != before)
  }

  @Test func `parts that differ no more than by chance are not shown`() throws {
    let text = try block("breakdown", versions(acksOfLast: 448))
    #expect(text.hasPrefix("No part differs from the rest of its AppKey beyond chance."))
  }

  @Test func `a broken version does not make the systems look bad that have more of it`() throws {
    var input = versions(acksOfLast: 0)
    input.evidence.versions = CohortCells(
      input.evidence.versions + [
        Sample.cell(day: 0, "333", ["3.0", "16"], Sample.apns(sent: 1000, acked: 900, opened: 40))
      ])
    let text = try block("breakdown", input)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Shop") }
    #expect(rows.count == 1)
    #expect(rows.first?.contains("app version 3.2") == true)
  }

  @Test func `versions that only answers name are not compared`() throws {
    var input = versions(acksOfLast: 100)
    input.evidence.versions = CohortCells(
      input.evidence.versions + [
        Sample.cell(day: 0, "333", ["", ""], Sample.apns(sent: 900, acked: 0, opened: 0))
      ])
    let text = try block("breakdown", input)
    #expect(text.contains("Left out, because the log does not name them"))
    #expect(text.contains("app versions of Shop (333) (26.47 % unknown)"))
    #expect(!text.contains("| Shop"))
  }

  @Test func `a change that comes from the mix alone is called so`() throws {
    var input = Sample.smallDay
    let (before, now) = (13, 14)
    // Both channels are as good as before; the one that is worse has grown.
    input.evidence.cells = [
      Sample.cell(day: before, "333", ["good"], Sample.apns(sent: 1000, acked: 900, opened: 0)),
      Sample.cell(day: before, "333", ["bad"], Sample.apns(sent: 1000, acked: 100, opened: 0)),
      Sample.cell(day: now, "333", ["good"], Sample.apns(sent: 500, acked: 450, opened: 0)),
      Sample.cell(day: now, "333", ["bad"], Sample.apns(sent: 1500, acked: 150, opened: 0)),
    ]
    let text = try block("mix", input)
    let row = text.split(separator: "\n").first { $0.hasPrefix("| Delivery (confirmed) |") }
    let cells = row?.split(separator: "|").map { $0.filter { $0 != " " } } ?? []
    #expect(cells.prefix(6) == ["Delivery(confirmed)", "50.00%", "30.00%", "-20.00", "0.00", "-20.00"])
    #expect(cells.suffix(2) == ["n/a", "n/a"])
  }

  @Test func `an app version is new when its AppKey was sent to before, and it was not`() throws {
    var input = Sample.smallDay
    input.dailyBuilds = [
      Sample.cell(day: 3, "333", ["3.1"], Sample.apns(sent: 10, acked: 9, opened: 0)),
      Sample.cell(day: 14, "333", ["3.1"], Sample.apns(sent: 10, acked: 9, opened: 0)),
      Sample.cell(day: 14, "333", ["3.2"], Sample.apns(sent: 30, acked: 3, opened: 0)),
      Sample.cell(day: 14, "444", ["1.0"], Sample.apns(sent: 30, acked: 3, opened: 0)),
    ]
    let text = try block("new-builds", input)
    let rows = text.split(separator: "\n").filter { $0.contains("2026-09-21") }
    #expect(rows.count == 1)
    #expect(rows.first?.contains("| 3.2 ") == true)
    #expect(rows.first?.contains("75.00 %") == true)
  }

  @Test func `a day beside the same weekday is strong only beyond chance`() throws {
    var input = Sample.smallDay
    input.evidence.cells = [
      Sample.cell(day: 7, "333", ["apns"], Sample.apns(sent: 1000, acked: 900, opened: 50)),
      Sample.cell(day: 14, "333", ["apns"], Sample.apns(sent: 1000, acked: 500, opened: 51)),
    ]
    let row = try block("days", input).split(separator: "\n").first { $0.hasPrefix("| 2026-09-21") }
    #expect(row?.contains("**-40.00**") == true)
    #expect(row?.contains("+0.10 |") == true)
    #expect(row?.contains("**+0.10**") == false)
  }

  @Test func `a message's acks are counted from its send, its neighbours' without them`() throws {
    var input = Sample.smallDay
    input.message = MessageSubject(
      id: "20180", explanations: Sample.explanations(messageID: "20180", appKey: "333"))
    let text = try block("message-acks", input)
    #expect(
      text.contains(
        "| within 1 s                        |          50 |     90.91 % |                100.00 % |"))
    #expect(text.contains("| within 1 min                      |          55 |    100.00 % |"))
    #expect(text.contains("55 acks in all"))
  }

  @Test func `findings on the message come before those on its AppKey, without others and those on the data`()
    throws
  {
    var input = Sample.smallDay
    func finding(
      _ code: FindingCode, _ appKey: String, _ scope: FindingScope = FindingScope(), since: Instant? = nil,
      judged: Range<Int64>? = nil
    ) -> Finding {
      var finding = Finding(
        code, .warning, appKey: appKey, scope: scope, since: since, cause: "c", rivals: [], nextStep: "n")
      finding.judged = judged
      return finding
    }
    let story = try #require(Sample.explanations(messageID: "20180", appKey: "333").first?.story)
    let (first, last) = try (#require(story.firstSent), #require(story.lastSent))
    let build = try #require(story.parts.first?.appVersion)
    input.findings = [
      finding(.devicesMuted, "333"), finding(.clockSkew, "333"),
      finding(.messageSilent, "333", .of(.message, "20180")),
      finding(.messageSilent, "333", .of(.message, "20181")), finding(.ackOutage, "444"),
      finding(.extensionSilent, "333", .of(.appVersion, "9.9")),
      finding(.extensionSilent, "333", .of(.appVersion, build)),
      finding(.ackRateFall, "333", since: Instant(milliseconds: last.milliseconds + 1)),
      finding(.ackOverBudget, "333", judged: first.milliseconds - 9..<first.milliseconds),
    ]
    input.narrow(
      to: MessageSubject(
        id: "20180", explanations: Sample.explanations(messageID: "20180", appKey: "333")))
    let text = try block("message-findings", input)
    let codes = text.split(separator: "\n").filter { $0.hasPrefix("- **warning**") }
    #expect(codes.count == 3)
    for (line, code) in zip(codes, ["message_silent", "devices_muted", "extension_silent"]) {
      #expect(line.contains(code))
    }
    #expect(input.verdict.warnings == 3)
  }

  @Test func `data health tells measured channels from those that report nothing`() throws {
    let text = try block("coverage", Sample.smallDay)
    #expect(text.contains("| apns    | 1,014 | 66.97 % | measured "))
    #expect(text.contains("| fcm     |   500 | 33.03 % | not measured |        20 |  no data |"))
  }

  /// What others know: runs of one build, a console's counts of two messages, an endpoint's acks of a third.
  private var known: ReportInput {
    var input = Sample.smallDay
    var times = ExtensionTimes(appKey: "333", appVersion: "3.1")
    times.runs = 200
    times.outcomes = [.acked: 190, .expired: 7, .unfinished: 3]
    times.attachmentsFailed = 12
    times.waits.add(bucket: LatencyBucket.bucket(of: 1_200), count: 200)
    times.lengths.add(bucket: LatencyBucket.bucket(of: 900), count: 180)
    times.lengths.add(bucket: LatencyBucket.bucket(of: 29_000), count: 20)
    input.evidence.beside.extensions = [times]
    input.evidence.beside.attachmentFailures = [
      AttachmentFailure(
        error: "Unrecognized attachment file type", appKey: "333", appVersion: "3.1", failures: 12,
        first: Instant(milliseconds: 0))
    ]
    func total(_ message: String, _ theirs: Int, _ ours: Int?) -> ControlTotal {
      ControlTotal(
        source: "console", appKey: "333", message: message, kind: .sent, theirs: theirs, ours: ours,
        comparison: .onlySender, sentAt: nil)
    }
    input.evidence.beside.totals = [total("a", 1_000, 990), total("b", 50, nil), total("c", 70, 70)]
    input.evidence.beside.tallies = [
      Tally(
        source: "web", appKey: "", message: "d", kind: .extAck, count: 150, first: Instant(milliseconds: 0),
        last: Instant(milliseconds: 0), sentBy: "333", sends: 120)
    ]
    return input
  }

  @Test func `the extensions' own log stands beside the bounds of the receipts, as facts of so many runs`()
    throws
  {
    for name in ["extension-runs", "timeouts"] {
      let text = try block(name, known)
      #expect(text.contains("Measured in 200 runs, by the extensions' own log."))
      let row = try #require(text.split(separator: "\n").first { $0.contains("| 3.1") })
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(Array(cells[2...]) == ["200", "1.2 s", "899 ms", "29.1 s", "190", "7", "12", "3"])
      #expect(text.contains("| Unrecognized attachment file type |"))
    }
    #expect(try !block("timeouts", Sample.smallDay).contains("runs"))
  }

  @Test func `counts of others stand beside the ledger's, with what cannot be compared told apart`() throws {
    let text = try block("counted-by-others", known)
    let sums = try #require(text.split(separator: "\n").first { $0.hasPrefix("| console") })
    let cells = sums.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(Array(cells[2...]) == ["sent", "3", "1,070", "1,060", "+10", "1"])
    // Only the message that differs is listed.
    let largest = text.split(separator: "\n").filter { $0.hasPrefix("| a ") || $0.hasPrefix("| c ") }
    #expect(largest.count == 1)
    #expect(text.contains("on iOS, what a console calls received is what APNs accepted"))
  }

  @Test func `events without a device are told per send, and in no rate`() throws {
    let text = try block("home-made-acks", known)
    #expect(text.contains("1.25"))
    #expect(!text.contains("%"))
    #expect(text.contains("they are in no rate"))
  }

  @Test func `what others know is part of the digest of the data`() {
    var input = known
    let digest = input.dataDigest
    input.evidence.beside.totals[0].theirs += 1
    #expect(input.dataDigest != digest)
    #expect(known.dataDigest == digest)
    #expect(Sample.smallDay.dataDigest != digest)
  }

  @Test func `a whole week is compared with the week before and the one before that`() throws {
    var input = Sample.smallDay
    let days = ReportScope.spans(from: Sample.day.adding(days: -20), through: Sample.day, Sample.zone)
    input.scope = ReportScope(
      all: CohortScope(days: days, appKeys: [], asOf: days[20].end + 3_600_000, settle: Sample.settle),
      reported: 14..<21)
    let text = try block("funnel", input)
    #expect(text.contains("| vs the week before | vs the week before that |"))
    // Of the cells, one day of the week before is missing, which may be; and of the one before that all are there.
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| Taken") })
    #expect(!row.contains("n/a"))
  }

  @Test func `a week in which the ledger begins is compared with nothing`() throws {
    var input = Sample.smallDay
    let days = ReportScope.spans(from: Sample.day.adding(days: -20), through: Sample.day, Sample.zone)
    input.scope = ReportScope(
      all: CohortScope(days: days, appKeys: [], asOf: days[20].end + 3_600_000, settle: Sample.settle),
      reported: 14..<21)
    input.evidence.cells = (14..<21).map {
      Sample.cell(day: $0, "333", ["apns"], Sample.apns(sent: 100, acked: 90, opened: 5))
    }
    #expect(try !block("funnel", input).contains("| vs "))
    for name in ["days", "app-changes"] {
      #expect(try !["n/a", " pp ", "Changes"].contains(where: block(name, input).contains), "\(name)")
    }
    #expect(try block("mix", input).hasPrefix("No data: there is nothing before these days"))
  }

  @Test func `next steps stand below their findings, and nothing else does`() throws {
    let text = try block("next-steps", Sample.smallDay)
    let items = text.split(separator: "\n").filter { $0.hasPrefix("- ") || $0.hasPrefix("  - ") }
    #expect(!items.isEmpty && items.count.isMultiple(of: 2))
    for (place, item) in items.enumerated() {
      #expect(item.hasPrefix(place.isMultiple(of: 2) ? "- **" : "  - Next step: "))
    }
    #expect(!text.contains("In detail"))
  }

  /// A day of which several logs tell.
  private var severalSources: ReportInput {
    var input = Sample.smallDay
    let channel = "apns"
    input.evidence.health.told = ToldKind.summed([
      ToldKind(source: "send-log", channel: channel, kind: .sent, count: 1200),
      ToldKind(source: "alibaba", channel: channel, kind: .extAck, count: 900),
      ToldKind(source: "alibaba", channel: "huawei", kind: .opened, count: 30),
      ToldKind(source: "analytics", channel: channel, kind: .opened, of: .linked, count: 40),
      ToldKind(source: "alibaba", channel: channel, kind: .opened, count: 50),
      ToldKind(source: "", channel: channel, kind: .arrived, of: .unsent, count: 7),
    ])
    return input
  }

  @Test func `a reader sees whose logs stand behind the figures, unless all are Alibaba's`() throws {
    let text = try block("health", severalSources)
    for row in [
      "| alibaba   | ext_ack 900, opened 80 | none      | none                   |",
      "| analytics | none                   | opened 40 | none                   |",
      "| send-log  | sent 1,200             | none      | none                   |",
      "| not known | none                   | none      | arrived 7              |",
    ] { #expect(text.contains(row), "\(text)") }
    var alone = severalSources
    alone.evidence.health.told.removeAll { $0.source != "alibaba" }
    #expect(try block("health", alone) == block("health", Sample.smallDay))
  }

  @Test func `a channel's table says by whose word deliveries are delivered`() throws {
    let text = try block("coverage", severalSources)
    #expect(text.contains("(ext_ack by alibaba, opened by alibaba, analytics)"), "\(text)")
    // No other log tells of another channel.
    #expect(text.components(separatedBy: " by alibaba").count == 3)
    let digests = [severalSources, Sample.smallDay].map(\.dataDigest)
    #expect(digests[0] != digests[1])
  }
}

import Foundation
import TestSupport
import Testing

/// What was published is remembered, and what changed since is told with its causes.
@Suite struct RestatementTests {
  private let program: QueryProgram
  private static let hour: Int64 = 3_600_000
  /// 2026-09-14T00:00:00Z.
  private static let start: Int64 = 1_789_344_000_000

  /// Three days of 60 sends each; the first 30 devices of each day are acked at once.
  init() throws {
    program = try QueryProgram(sends: 0)
    var log = ""
    for day in 0..<3 {
      for device in 0..<60 {
        let sent = Self.start + Int64(day) * 24 * Self.hour + Int64(device) * 600_000
        log += ReceiptLines.event("sent", message: day, device: device, at: sent)
        if device < 30 {
          log += ReceiptLines.event("ext_ack", message: day, device: device, at: sent + 2_000)
        }
      }
    }
    try importing(log, as: "log")
  }

  private func importing(_ log: String, as name: String) throws {
    try program.folder.write(log, to: "\(name).jsonl")
    let run = try program.run("import", "--quiet", "\(name).jsonl")
    #expect(run.code == 0, "\(run.errors)")
  }

  /// - Parameter day: from 2026-09-14T06:00 on, days later.
  private func report(day: Int, _ extra: String...) throws -> String {
    let words = ["report", "--as-of", "2026-09-\(14 + day)T06:00:00Z"] + extra
    let run = try program.run(all: words)
    #expect(run.code == 0, "\(run.errors)")
    return run.output
  }

  /// Sums of a column of `daily.csv`, by day.
  private func exported(day: Int) throws -> [String: [String: Int]] {
    let run = try program.run(
      "export", "daily", "--as-of", "2026-09-\(14 + day)T06:00:00Z", "--output", "csv")
    #expect(run.code == 0)
    let lines = try String(contentsOfFile: program.folder.path("csv/daily.csv"), encoding: .utf8).split(
      separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().reduce(into: [:]) { days, line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for (name, cell) in zip(names, cells) {
        days[cells[0], default: [:]][name, default: 0] += Int(cell) ?? 0
      }
    }
  }

  private struct Row: Equatable {
    var day: String
    var number: String
    /// Then, now, late receipts, came in later, removed, judged anew; `nil` for what cannot be told apart.
    var values: [Int?]
  }

  /// The rows of the section that says what changed; empty without it.
  private func restated(_ report: String) -> [Row] {
    guard let start = report.firstRange(of: "## Restated") else { return [] }
    let section = report[start.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
    return section.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 8, cells[0].hasPrefix("2026") else { return nil }
      let values = cells[2...].map { Int($0.filter { $0 != "," && $0 != "+" }) }
      return Row(day: cells[0], number: cells[1], values: values)
    }
  }

  /// The section lists exactly what differs between the exports, and its causes add up.
  private func expectDifferences(
    _ rows: [Row], from before: [String: [String: Int]], to after: [String: [String: Int]]
  ) {
    let columns = [
      ("Measurable sends", "sent"), ("Confirmed of them", "confirmed"), ("Sends", "sent"),
      ("Failed sends", "send_failed"), ("Acks", "acked"), ("Opens", "opened"),
      ("Ack timeouts", "ack_timeout"),
    ]
    let wanted = Set(before.keys).union(after.keys).sorted().flatMap { day in
      columns.compactMap { title, column -> [String]? in
        let (then, now) = (before[day]?[column] ?? 0, after[day]?[column] ?? 0)
        return then == now ? nil : [day, title, "\(then)", "\(now)"]
      }
    }
    #expect(rows.map { [$0.day, $0.number] + $0.values.prefix(2).map { "\($0 ?? -1)" } } == wanted)
    for row in rows where !row.values.contains(nil) {
      let values = row.values.compactMap { $0 }
      #expect(values[1] - values[0] == values[2...].reduce(0, +))
    }
  }

  @Test func `late acks are told as late, backfill as come in later, and only once`() throws {
    #expect(restated(try report(day: 3, "--publish")).isEmpty)
    let first = try exported(day: 3)
    // Acks that come a day after the report, for ten devices of the first day and five of the last.
    let late = Self.start + 97 * Self.hour
    try importing(
      (30..<40).map { ReceiptLines.event("ext_ack", message: 0, device: $0, at: late) }.joined()
        + (30..<35).map { ReceiptLines.event("ext_ack", message: 2, device: $0, at: late) }.joined(),
      as: "late")
    let second = try exported(day: 4)
    let rows = restated(try report(day: 4, "--publish"))
    expectDifferences(rows, from: first, to: second)
    #expect(
      rows.filter { $0.number == "Acks" }.map(\.values) == [[30, 40, 10, 0, 0, 0], [30, 35, 5, 0, 0, 0]])

    // A file of the second day that nobody had imported: new sends, and acks in time.
    let day = Self.start + 24 * Self.hour
    var missed = ""
    for device in 100..<120 { missed += ReceiptLines.event("sent", message: 9, device: device, at: day) }
    for device in 100..<107 {
      missed += ReceiptLines.event("ext_ack", message: 9, device: device, at: day + 900)
    }
    try importing(missed, as: "missed")
    let third = restated(try report(day: 5))
    expectDifferences(third, from: second, to: try exported(day: 5))
    #expect(Set(third.map(\.day)) == ["2026-09-15"])
    #expect(third.first { $0.number == "Sends" }?.values == [60, 80, 0, 20, 0, 0])
    #expect(third.first { $0.number == "Ack timeouts" }?.values == [30, 43, 0, 13, 0, 0])

    // The reports before say what they said.
    #expect(
      restated(try report(day: 4)).allSatisfy {
        $0.day != "2026-09-14" || $0.values[2] == 10 || $0.values[2] == 0
      })
    #expect(try program.run("verify").code == 0)
  }

  @Test func `what came in without a newer event is told in a report as of the same moment`() throws {
    let first = try exported(day: 3)
    _ = try report(day: 3, "--publish")
    func missed(_ devices: Range<Int>) -> String {
      devices.map { ReceiptLines.event("sent", message: 9, device: $0, at: Self.start + 900) }.joined()
    }
    try importing(missed(100..<110), as: "missed")
    let second = try exported(day: 3)
    let text = try report(day: 3)
    expectDifferences(restated(text), from: first, to: second)
    #expect(restated(text).first { $0.number == "Sends" }?.values == [60, 70, 0, 10, 0, 0])
    // Published, it says the same of itself, and the next change is told from there.
    #expect(try report(day: 3, "--publish") == text)
    #expect(try report(day: 3) == text)
    try importing(missed(110..<115), as: "more")
    #expect(restated(try report(day: 3)).first { $0.number == "Sends" }?.values == [70, 75, 0, 5, 0, 0])
    #expect(restated(try report(day: 4)).first { $0.number == "Sends" }?.values == [70, 75, 0, 5, 0, 0])
  }

  @Test func `another ack timeout is told as judged anew`() throws {
    let slow = Self.start + 5 * Self.hour
    var log = ReceiptLines.event("sent", message: 7, device: 900, at: slow)
    log += ReceiptLines.event("ext_ack", message: 7, device: 900, at: slow + 45_000)
    try importing(log, as: "slow")
    _ = try report(day: 3, "--publish")
    try program.folder.write("{ackTimeout: \"60s\"}", to: "pushledger.json5")
    let text = try report(day: 4)
    #expect(
      restated(text) == [Row(day: "2026-09-14", number: "Ack timeouts", values: [31, 30, 0, 0, 0, -1])])
    #expect(text.contains("`ackTimeout` was `\"30s\"` and is `\"1m\"`"))
  }

  @Test func `deliveries that settle after a report in the middle of the day are told as late`() throws {
    // At six in the morning of the last day most of its deliveries are not even sent by the clock of as-of.
    _ = try report(day: 2, "--since", "2026-09-16", "--until", "2026-09-17", "--publish")
    let rows = restated(try report(day: 3))
    let timeouts = try #require(rows.first { $0.number == "Ack timeouts" })
    #expect(timeouts.day == "2026-09-16")
    #expect(timeouts.values[1] == 30 && timeouts.values[2] == 30 - (timeouts.values[0] ?? 0))
    #expect(rows.count == 1)
  }

  @Test func `rendering writes nothing, and publishing changes neither events nor the same report`() throws {
    let fingerprint = try program.run("verify", "--fingerprint").output
    let text = try report(day: 3)
    #expect(
      try program.run("query", "--sql", "SELECT count(*) AS n FROM published", "--format", "csv").output
        == "n\n0\n")
    #expect(try report(day: 3, "--publish") == text)
    #expect(try report(day: 3, "--publish") == text)
    #expect(try report(day: 3) == text)
    #expect(
      try program.run(
        "query", "--sql", "SELECT count(*) AS n, sum(sent) AS s FROM published", "--format", "csv"
      ).output
        == "n,s\n3,180\n")
    #expect(try program.run("verify", "--fingerprint").output == fingerprint)
    #expect(try program.run("import", "log.jsonl").code == 0)
    #expect(try program.run("verify").code == 0)
  }

  @Test func `a report that is limited to a part is not compared with one on all`() throws {
    _ = try report(day: 3, "--publish")
    try importing(
      ReceiptLines.event("ext_ack", message: 0, device: 50, at: Self.start + 97 * Self.hour), as: "late")
    #expect(restated(try report(day: 4, "--app-key", "24700001")).isEmpty)
    #expect(restated(try report(day: 4, "--tz", "Asia/Shanghai")).isEmpty)
    #expect(!restated(try report(day: 4)).isEmpty)
    // Days that a window cuts are not published.
    _ = try report(day: 5, "--since", "2026-09-14T05:00:00Z", "--until", "2026-09-15T05:00:00Z", "--publish")
    #expect(!restated(try report(day: 6)).isEmpty)
  }

  @Test func `publishing needs the lock and prints nothing without it`() throws {
    let lock = program.folder.path("pushledger.db.lock")
    let run = try ProgramRun(
      "/usr/bin/flock",
      [lock, ProgramRun.builtPrograms.appending(path: "pushledger").path, "report", "--publish"],
      in: program.folder.url.path, environment: ["HOME": program.folder.url.path])
    #expect(run.code == 75)
    #expect(run.outputText.isEmpty)
  }
}

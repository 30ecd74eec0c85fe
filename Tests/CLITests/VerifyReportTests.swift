import Foundation
import TestSupport
import Testing

/// `verify REPORT`: a file against the ledger.
@Suite struct VerifyReportTests {
  private let program: QueryProgram

  private static let oddKeys = ["it's \u{202E}$(x)", "-x"]

  init() throws { program = try QueryProgram(sends: 40) }

  /// Adds a send under each of some AppKeys that a shell must not read as its own words.
  private func importOddKeys() throws {
    let lines = try Self.oddKeys.map { key in
      let record = [
        "app_key": key, "message_id": "m", "device_id": "d", "event_type": "sent",
        "event_time": "1726927200000",
      ]
      return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
    }
    try program.folder.write(lines.joined(separator: "\n") + "\n", to: "odd.jsonl")
    let run = try program.run(all: ["import", "--quiet", "odd.jsonl"])
    #expect(run.code == 0, "\(run.errors)")
  }

  private func rendered(_ words: String...) throws -> String {
    let run = try program.run(all: ["report"] + words)
    #expect(run.code == 0, "\(run.errors)")
    return run.output
  }

  private func verify(_ text: String, _ words: String...) throws -> QueryProgram.Outcome {
    try program.folder.write(text, to: "r.md")
    return try program.run(all: ["verify", "r.md"] + words)
  }

  @Test(arguments: [
    [], ["--as-of", "2024-09-22T12:00:00Z"], ["--tz", "Asia/Shanghai", "--since", "2024-09-21"],
    ["--app-key", "24700001", "--app-key", oddKeys[0]], ["--app-key=\(oddKeys[1])"],
    ["--format", "slack", "--as-of", "2024-09-22T12:00:00Z"],
  ])
  func `a report agrees with the ledger it came from`(words: [String]) throws {
    try importOddKeys()
    let run = try program.run(all: ["report"] + words)
    guard !words.contains("slack") else {
      // A chat message carries no command.
      #expect(try verify(run.output).code == 65)
      return
    }
    let outcome = try verify(run.output)
    #expect(outcome == .init(code: 0, output: "the report agrees with the ledger\n", errors: ""))
  }

  @Test func `any byte that was changed is found`() throws {
    let report = try rendered("--as-of", "2024-09-22T12:00:00Z")
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    let place = try #require(lines.firstIndex { $0.hasPrefix("| Taken") })
    for (part, other) in [
      (String(lines[place]), lines[place].replacingOccurrences(of: "40", with: "41")),
      ("provable", "pr\u{043E}vable"),
    ] {
      let tampered = report.replacingOccurrences(of: part, with: other)
      let outcome = try verify(tampered)
      #expect(tampered != report && outcome.code == 70, "\(part)")
      #expect(outcome.errors.contains("first that differs"))
    }
    let tampered = report.replacingOccurrences(of: lines[place], with: lines[place] + " ")
    let outcome = try verify(tampered)
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("line \(place + 1) is the first that differs"))
    #expect(outcome.output == "-\(place + 1): \(lines[place]) \n+\(place + 1): \(lines[place])\n")
    #expect(try verify(report + "\n").code == 70)
    #expect(try verify(String(report.dropLast())).code == 70)
  }

  @Test func `a ledger, configuration or template that changed is told as such`() throws {
    let report = try rendered("--as-of", "2024-09-22T12:00:00Z")
    try program.folder.write("{minimumSends: 99}", to: "pushledger.json5")
    let configured = try verify(report)
    #expect(configured.code == 65 && configured.errors.contains("the configuration has changed since"))
    try FileManager.default.removeItem(atPath: program.folder.path("pushledger.json5"))
    try program.folder.write("# Another\n\n{{block provenance}}\n", to: "reports/daily.md")
    let other = try rendered("--as-of", "2024-09-22T12:00:00Z", "--reports", "reports")
    let unnamed = try verify(other)
    #expect(unnamed.code == 65 && unnamed.errors.contains("it was made with --reports reports"))
    #expect(try verify(other, "--reports", "reports").code == 0)
    try program.folder.write("# A third\n\n{{block provenance}}\n", to: "reports/daily.md")
    let changed = try verify(other, "--reports", "reports")
    #expect(changed.code == 65 && changed.errors.contains("its template has changed since"))
    try program.folder.write(
      ReceiptLines.event("sent", device: 7, at: 1_726_876_900_000), to: "more.jsonl")
    #expect(try program.run("import", "--quiet", "more.jsonl").code == 0)
    let later = try verify(report)
    #expect(later.code == 65 && later.errors.contains("the ledger has changed since"))
    #expect(later.output.contains("-") && later.output.contains("| Attempted"))
  }

  @Test func `what a template's own queries answered belongs to the data`() throws {
    try program.folder.write("# Own\n\n{{query mine}}\n\n{{block provenance}}\n", to: "t/own.md")
    try program.folder.write("-- Rows.\nSELECT count(*) AS n FROM events;\n", to: "t/mine.sql")
    let words = ["own", "--reports", "t", "--queries", "t", "--as-of", "2024-09-22T12:00:00Z"]
    let report = try program.run(all: ["report"] + words).output
    #expect(report.contains("| mine "))
    #expect(try verify(report, "--reports", "t", "--queries", "t").code == 0)
    // An event that no block of the report counts.
    try program.folder.write(
      ReceiptLines.event("sent", device: 7, at: 1_000_000_000_000 + 600_000_000_000), to: "old.jsonl")
    #expect(try program.run("import", "--quiet", "old.jsonl").code == 0)
    #expect(try verify(report, "--reports", "t", "--queries", "t").code == 65)
  }

  /// The report with another command in its provenance.
  private func forged(_ command: String) throws -> String {
    let report = try rendered("--as-of", "2024-09-22T12:00:00Z")
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.map { $0.hasPrefix("pushledger report ") ? command : $0 }.joined(separator: "\n")
  }

  @Test(arguments: [
    "--output stolen", "-o stolen", "--publish", "--list", "--db other.db", "-d other.db", "--db=other.db",
    "--config x", "--reports x", "--queries x", "--wait 5", "--no-such-option", "; touch stolen",
    "$(touch stolen)", "`touch stolen`", "| tee stolen", "> stolen", "\"$(printf '%b' 'x'; touch stolen)\"",
    "weekly", "--as-of never", "--tz Nowhere/None",
  ])
  func `a command that asks for more than a report is refused and nothing is run or written`(words: String)
    throws
  {
    let command = "pushledger report daily --as-of 2024-09-22T12:00:00Z --tz UTC \(words)"
    let before = try program.folder.names()
    let text = try forged(command)
    let outcome = try verify(text)
    #expect([64, 65].contains(outcome.code), "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(Set(try program.folder.names()).subtracting(before) == ["r.md"])
    let published = try program.run(
      "query", "--sql", "SELECT count(*) AS n FROM published", "--format", "csv")
    #expect(published.output == "n\n0\n")
  }

  @Test func `a file without a command, or none at all, is no report`() throws {
    for text in [
      "", "# Push delivery\n", "pushledger report daily\n", "\u{0}", String(repeating: "<", count: 10_000),
    ] {
      let outcome = try verify(text)
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("no command that renders it again"))
    }
    try program.folder.write(Data([0xFF, 0xFE]), to: "r.md")
    #expect(try program.run("verify", "r.md").code == 65)
    #expect(try program.run("verify", "missing.md").code == 66)
    #expect(try program.run("verify", "r.md", "--fingerprint").code == 64)
    #expect(try forged("pushledger report daily --tz UTC").isEmpty == false)
    #expect(try verify(try forged("pushledger report daily --tz UTC")).code == 65)
  }
}

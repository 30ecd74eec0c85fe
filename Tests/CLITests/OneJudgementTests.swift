import Foundation
import TestSupport
import Testing

/// What the files of one run, and the view beside them, say of the same findings.
@Suite struct OneJudgementTests {
  private static let logs = [
    "--defect silentAppKey --seed 1", "--world silent --defect leakingAppKey --seed 2",
    "--world audiences --world week --defect ackOutage --seed 3",
    "--world apps --defect extensionTimeout --seed 4",
    "--world versions --defect logGap --seed 5", "--world lifecycles --defect expiredCertificate --seed 6",
    "--world singles --defect brokenLines --seed 7", "--world gaps --world ids --defect quietAppKey --seed 8",
  ]

  private let place: BatchPlace

  init() throws { place = try BatchPlace() }

  private func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: place.folder.url.appending(path: "out/current/\(name)"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The findings of a file, each as text, but for the command, which names a ledger only where there is one.
  private func findings(_ name: String) throws -> [String] {
    try #require(try object(name)["findings"] as? [[String: Any]]).map { finding in
      var finding = finding
      finding["command"] = nil
      return String(
        decoding: try JSONSerialization.data(withJSONObject: finding, options: .sortedKeys), as: UTF8.self)
    }
  }

  /// The rows of a CSV text, of which no field holds a line's end.
  private func rows(_ csv: String) throws -> [[String: String]] {
    let lines = csv.split(separator: "\n").map { line in
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().reduce(into: [""]) {
        fields, part in
        // Within quotes every second one stands.
        let split =
          part.offset % 2 == 1
          ? [part.element] : part.element.split(separator: ",", omittingEmptySubsequences: false)
        fields[fields.count - 1] += split.first ?? ""
        fields += split.dropFirst().map(String.init)
      }
    }
    let header = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  @Test(arguments: logs) func `every file of a run says the same of every finding`(log: String) throws {
    let simulation = try place.start(
      [
        "simulate", "--events", "3000", "--devices", "300", "--start", "2026-09-10", "--days", "9",
        "--output", "log.jsonl",
      ]
        + log.split(separator: " ").map(String.init))
    try #require(simulation.code == 0)
    try place.folder.write(
      "{run: {reports: ['daily', 'weekly', 'data-health'], formats: ['json', 'markdown'], dataSets: ['findings']}}",
      to: "pushledger.json5")
    // Without a moment of its own, what the clock says would be among the findings.
    try #require(try place.start(["import", "--max-rejects", "1", "log.jsonl"]).code == 0)
    let moment = try place.start([
      "query", "--format", "csv", "--sql", "SELECT iso(as_of_ms) now FROM moment",
    ])
    let asOf = try #require(try rows(moment.outputText).first?["now"])
    let run = try place.start([
      "run", "--no-import", "--as-of", asOf, "--fail-on", "never", "--output", "out",
    ])
    try #require(run.code == 0, "\(run.errorText)")

    let check = try findings("check.json")
    let known = try #require(try object("check.json")["findings"] as? [[String: Any]])
    #expect(!check.isEmpty)
    for report in ["daily", "weekly", "data-health"] {
      let shown = try findings("\(report).json")
      // Those of the days that it shows, in the same order and word for word.
      #expect(shown == check.filter(shown.contains), "\(report)")
      let end = try #require(
        (try object("\(report).json")["days"] as? [[String: Any]])?.last?["until"] as? String)
      let others = zip(check, known).filter { !shown.contains($0.0) }.map { $0.1["since"] as? String ?? "" }
      #expect(others.allSatisfy { $0 >= end }, "\(report)")
    }

    let columns = ["severity", "code", "app_key", "state", "scope", "deliveries", "since"]
    let told = known.map { finding in
      columns.map { $0 == "scope" ? "scope_text" : $0 }
        .map { finding[$0] is NSNull ? "" : "\(finding[$0] ?? "")" }
    }
    let csv = try rows(String(contentsOfFile: place.folder.path("out/current/findings.csv"), encoding: .utf8))
    #expect(csv.map { row in columns.map { row[$0] ?? "" } } == told)
    let view = try place.start([
      "query", "--format", "csv", "--sql",
      "SELECT *, coalesce(iso(since_at), '') since FROM findings",
    ])
    let viewed = try rows(view.outputText).map { row in columns.map { row[$0] ?? "" } }
    #expect(
      viewed.sorted { $0.lexicographicallyPrecedes($1) } == told.sorted { $0.lexicographicallyPrecedes($1) })

    let verdict = try #require(try object("manifest.json")["verdict"] as? [String: Any])
    for (key, severity) in [("critical", "critical"), ("warnings", "warning"), ("notes", "info")] {
      let live = known.filter {
        $0["severity"] as? String == severity && $0["state"] as? String != "resolved"
      }
      #expect(verdict[key] as? Int == live.count, "\(key)")
    }
  }
}

import Foundation
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import pushledger

@Suite struct RunTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 400, seed: 1, to: "logs/a.jsonl")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: place.folder.path(path), encoding: .utf8)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func logLines() throws -> [[String: Any]] {
    try text("out/run.log").split(separator: "\n").map { try object(String($0)) }
  }

  private func modify(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: place.folder.path(path))[.modificationDate] as? Date
  }

  @Test func `a generation holds what the other commands print, as of the same moment`() throws {
    #expect(try [0, 10, 20, 30].contains(place.run([]).code))
    let asOf = ["--as-of", "2026-09-20T12:00:00Z"]
    #expect(try place.start(["report", "daily", "--output", "daily.md"] + asOf).code == 0)
    #expect(try text("daily.md") == text("out/current/daily.md"))
    #expect(try place.start(["check", "--json"] + asOf).outputText == text("out/current/check.json"))
    #expect(
      try place.start(["check", "--format", "markdown"] + asOf).outputText == text("out/current/check.md"))
    #expect(try place.start(["export", "--output", "csv"] + asOf).code == 0)
    for name in ["daily", "files"] {
      #expect(try text("csv/\(name).csv") == text("out/current/\(name).csv"))
    }
    let manifest = try object(text("out/current/manifest.json"))
    #expect(manifest["as_of"] as? String == "2026-09-20T12:00:00.000+00:00")
  }

  @Test func `without a moment named, the newest event is that of all files`() throws {
    let run = try place.start(["run", "--output", "out", "--fail-on", "never", "logs"])
    #expect(run.code == 0)
    let manifest = try object(text("out/current/manifest.json"))
    let asOf = try #require(manifest["as_of"] as? String)
    #expect(try object(text("out/current/check.json"))["as_of"] as? String == asOf)
    #expect(try text("out/current/daily.md").contains(asOf))
    let newest = try place.start(["query", "--sql", "SELECT as_of_ms FROM moment", "--format", "csv"])
    #expect(newest.outputText.contains("\(try #require(manifest["as_of_ms"] as? Int))"))
  }

  @Test func `the manifest names every file with its digest, and the verdict is that of the check`() throws {
    #expect(try place.run(["--snapshot", "--fail-on", "never"]).code == 0)
    let generation = try #require(try place.generation())
    #expect(generation.problems == [])
    #expect(
      generation.files.filter { !$0.hasSuffix(".svg") } == [
        "daily.csv", "files.csv", "daily.md", "daily.html", "check.json", "check.md", "snapshot.db",
        "snapshot.metadata.json",
        "datapackage.json",
      ])
    // What the report shows is there before it.
    #expect(generation.files.firstIndex(of: "daily-rates.svg").map { $0 < 8 } == true)
    let check = try object(text("out/current/check.json"))
    let findings = try #require(check["findings"] as? [[String: Any]])
    let verdict = try #require(try object(text("out/current/manifest.json"))["verdict"] as? [String: Any])
    for (key, severity) in [("critical", "critical"), ("warnings", "warning"), ("notes", "info")] {
      #expect(verdict[key] as? Int == findings.count { $0["severity"] as? String == severity }, "\(key)")
    }
    #expect(
      try place.start(
        ["export", "--sqlite", "own.db", "--flags", "none", "--as-of", "2026-09-20T12:00:00Z"]).code == 0)
    let files = try ["own.db", "out/current/snapshot.db"].map {
      try Data(contentsOf: place.folder.url.appending(path: $0))
    }
    #expect(files[0] == files[1] && !files[0].isEmpty)
  }

  @Test func `a run whose files are all as they were publishes nothing, another one a generation beside it`()
    throws
  {
    let quiet = ["--quiet", "--fail-on", "never"]
    for _ in 0..<2 { #expect(try place.run(quiet).code == 0) }
    #expect(try place.folder.names(in: "out/generations") == ["20260920T120000Z"])
    #expect(try logLines().map { $0["new"] as? Bool } == [true, false])
    #expect(try place.run(quiet + ["--report", "daily", "--snapshot"]).code == 0)
    #expect(try place.generation()?.name == "20260920T120000Z-2")
    #expect(
      try place.folder.names(in: "out/generations") == ["20260920T120000Z", "20260920T120000Z-2"])
  }

  @Test func `the oldest generations go, but never the one that counts`() throws {
    let base = ["run", "--no-import", "--output", "out", "--fail-on", "never", "--keep", "2", "--quiet"]
    #expect(try place.importOnly().code == 0)
    for day in [20, 21, 22, 10] {
      #expect(try place.start(base + ["--as-of", "2026-09-\(day)"]).code == 0)
    }
    let names = ["20260910T000000Z", "20260921T000000Z", "20260922T000000Z"]
    #expect(try place.folder.names(in: "out/generations") == names)
    #expect(try place.generation()?.name == names[0])
    let index = try text("out/index.md")
    for name in names { #expect(index.contains("](generations/\(name)/daily.md)")) }
    #expect(!index.contains("20260920T000000Z"))
  }

  @Test func `an import problem is not hidden by findings, and is no success`() throws {
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    let renewed = try modify("out/last-success")
    let success = try text("out/last-success")
    try place.simulate(events: 200, seed: 5, to: "logs/b.jsonl")
    let run = try place.run(["--quiet", "--fail-on", "never", "missing.jsonl"])
    #expect(run.code == 66)
    #expect(run.errorText.contains("missing.jsonl"))
    // What was good was read, and is published.
    #expect(try place.generation()?.name == "20260920T120000Z-2")
    #expect(try modify("out/last-success") == renewed && text("out/last-success") == success)
    #expect(try text("out/pushledger.prom").contains("pushledger_last_run_exit_code 66\n"))
    let last = try #require(try logLines().last)
    #expect(last["exit_code"] as? Int == 66 && last["merged"] as? Int ?? 0 > 0)
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    #expect(try text("out/last-success") != success)
    try place.folder.write("not a log\n", to: "logs/c.txt")
    #expect(try place.run(["--quiet"]).code == 65)
  }

  @Test func `findings are no failure: last-success is renewed, and the exit code carries the worst`() throws
  {
    let run = try place.start(["run", "--output", "out", "--quiet", "logs"])
    #expect(run.code == 20 && run.outputText.contains("stale") && run.errorText.isEmpty)
    let success = try object(text("out/last-success"))
    let metrics = try text("out/pushledger.prom")
    let seconds = try #require(success["time_ms"] as? Int)
    #expect(
      metrics.contains("pushledger_last_success_timestamp_seconds \(seconds / 1000)."),
      "\(metrics.suffix(600))")
    #expect(metrics.hasSuffix("# EOF\n") && metrics.components(separatedBy: "# EOF").count == 2)
  }

  @Test func `a run that finds the lock held touches nothing and says so in its log`() throws {
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    let success = try text("out/last-success")
    try place.simulate(events: 200, seed: 5, to: "logs/b.jsonl")
    let flock = try #require(ProgramRun.path(of: "flock"))
    let run = try ProgramRun(
      flock, ["pushledger.db.lock", place.program] + place.arguments(["--quiet", "logs"]),
      in: place.folder.url.path, environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.code == 75)
    #expect(try text("out/last-success") == success)
    #expect(try place.folder.names(in: "out/generations") == ["20260920T120000Z"])
    #expect(try logLines().last?["exit_code"] as? Int == 75)
  }

  @Test func `a dry run says what it would do and changes nothing`() throws {
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    try place.simulate(events: 200, seed: 5, to: "logs/b.jsonl")
    let before = try place.folder.digests()
    let run = try place.run(["--dry-run"])
    #expect(run.code == 0)
    #expect(run.outputText.contains("skip    logs/a.jsonl"))
    #expect(run.outputText.contains("read    logs/b.jsonl from its start"))
    #expect(run.outputText.contains("write   out/generations/AS-OF/manifest.json"))
    #expect(try place.folder.digests() == before)
  }

  @Test func `with cron's poor environment a good run says nothing`() throws {
    let line = "cd \(place.folder.url.path) && \(place.program) run --quiet --fail-on never --wait 600 logs/"
    let run = try ProgramRun("/usr/bin/env", ["-i", "PATH=/usr/bin:/bin", "/bin/sh", "-c", line])
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try place.folder.names(in: "pushledger-out").contains("last-success"))
  }

  @Test func `a reader that follows current while runs go on sees whole generations`() throws {
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    let place = place
    let runs = Meanwhile {
      for round in 0..<6 {
        let options = ["--no-import", "--quiet", "--fail-on", "never", "--since", "2026-09-1\(3 + round)"]
        guard try place.run(options).code == 0 else { return false }
      }
      return true
    }
    var names: Set<String> = []
    while !runs.hasEnded {
      let generation = try #require(try place.generation())
      #expect(generation.problems == [], "\(generation.name)")
      names.insert(generation.name)
    }
    #expect(try runs.value())
    #expect(names.count > 1)
  }
}

extension ScratchFolder {
  fileprivate func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// Every file with its content and time of change.
  fileprivate func digests() throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      let content = (try? Data(contentsOf: url.appending(path: name)))?.base64EncodedString() ?? "folder"
      result[name] = "\(attributes[.modificationDate] ?? "") \(content.hashValue)"
    }
    return result
  }
}

import Foundation
import TestSupport
import Testing

/// The same events and the same as-of give the same bytes, however the events came into the ledger.
@Suite struct ReproducibilityTests {
  private let program: QueryProgram
  private let lines: [Substring]

  init() throws {
    program = try QueryProgram()
    let made = try program.run("simulate", "--events", "3000", "--days", "3", "--output", "log.jsonl")
    try #require(made.code == 0)
    lines = try String(contentsOfFile: program.folder.path("log.jsonl"), encoding: .utf8).split(
      separator: "\n")
  }

  private func imported(_ files: [[Substring]], as name: String) throws {
    var words = ["import", "--quiet", "--db", "\(name).db"]
    for (index, lines) in files.enumerated() {
      try program.folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name)-\(index).jsonl")
      words.append("\(name)-\(index).jsonl")
    }
    #expect(try program.run(all: words).code == 0)
  }

  /// Everything a ledger is shown as: the report with its pictures, its findings, and every CSV but the list of files.
  private func shown(_ name: String, zone: String = "UTC", environment: [String: String] = [:]) throws
    -> [String: Data]
  {
    let common = ["--db", "\(name).db", "--as-of", "2026-09-20T00:00:00Z", "--tz", zone]
    let folder = "\(name)-shown"
    #expect(
      try program.run(all: ["export", "--output", folder] + common, environment: environment).code == 0)
    for name in ["report.md", "report.html"] {
      let report = try program.run(
        all: ["report", "--output", "\(folder)/\(name)"] + common, environment: environment)
      #expect(report.code == 0)
    }
    // Text, JSON and Markdown name the ledger in their commands, which differs here.
    for format in ["openmetrics", "csv", "nagios"] {
      let words = [
        "check", "--fail-on", "never", "--format", format, "--output", "\(folder)/check.\(format)",
      ]
      #expect(try program.run(all: words + common, environment: environment).code == 0)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path(folder))
    // The latter two hold the digest of the first.
    let differing = ["files.csv", "manifest.json", "datapackage.json"]
    return try files.filter { !differing.contains($0) }.reduce(into: [:]) {
      contents, file in
      contents[file] = try Data(contentsOf: URL(filePath: program.folder.path("\(folder)/\(file)")))
    }
  }

  @Test(arguments: ["en", "zh-Hans"])
  func `the language of the environment changes no byte`(language: String) throws {
    try imported([lines], as: "plain")
    let common = ["--db", "plain.db", "--as-of", "2026-09-20T00:00:00Z", "--lang", language]
    for words in [
      ["report"] + common, ["check", "--fail-on", "never"] + common,
      ["check", "--format", "csv", "--fail-on", "never"] + common,
      ["help", "--lang", language], ["help", "--man", "--lang", language],
      ["import", "--help", "--lang", language],
    ] {
      let plain = try program.run(all: words, environment: ["LC_ALL": "C"])
      #expect(plain.code == 0 && !plain.output.isEmpty)
      for locale in ["zh_CN.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"] {
        let names = ["LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"]
        let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, locale) })
        #expect(try program.run(all: words, environment: environment) == plain, "\(words) in \(locale)")
      }
    }
  }

  @Test(arguments: ["UTC", "Asia/Kolkata"])
  func `order, split and repetition of a log change no byte of reports and exports`(zone: String) throws {
    var random = SeededGenerator(seed: 11)
    try imported([lines], as: "plain")
    let shuffled = (lines + lines.prefix(900)).shuffled(using: &random)
    try imported(
      [Array(shuffled[2000...]), Array(shuffled[..<700]), Array(shuffled[700..<2000])], as: "mixed")
    let (plain, mixed) = (try shown("plain", zone: zone), try shown("mixed", zone: zone))
    #expect(plain.count == 21)
    #expect(plain == mixed)
  }

  @Test func `the surroundings change no byte of reports and exports`() throws {
    try imported([lines], as: "plain")
    let first = try shown("plain")
    for environment in [
      ["TZ": "America/New_York"], ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"], ["NO_COLOR": "1"],
    ] {
      #expect(try shown("plain", environment: environment) == first)
    }
  }

  @Test func `neither the seed of hashes nor the number of workers changes a byte`() throws {
    var random = SeededGenerator(seed: 12)
    let shuffled = lines.shuffled(using: &random)
    let files = [Array(shuffled[..<1100]), Array(shuffled[1100..<1300]), Array(shuffled[1300...])]
    var first: [String: Data]?
    for jobs in [1, 2, 8] {
      let name = "jobs-\(jobs)"
      for (index, lines) in files.enumerated() {
        try program.folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name)/\(index).jsonl")
      }
      let words = ["import", "--quiet", "--jobs", "\(jobs)", "--db", "\(name).db", name]
      #expect(try program.run(all: words).code == 0)
      // Each process has a seed of its own.
      for _ in 0..<2 {
        let shown = try shown(name)
        #expect(shown == first ?? shown)
        first = shown
      }
    }
  }

  @Test func `a report for people, for chats and its twin from another folder are the same bytes`() throws {
    try imported([lines], as: "plain")
    let elsewhere = try ScratchFolder()
    for format in ["markdown", "slack", "dingtalk", "wecom"] {
      for command in [["report"], ["check", "--fail-on", "never"]] {
        let words = command + ["--as-of", "2026-09-20T00:00:00Z", "--format", format, "--db"]
        let here = try program.run(all: words + [program.folder.path("plain.db")])
        #expect(here.code == 0 && !here.output.isEmpty)
        let there = try ProgramRun(
          ProgramRun.builtPrograms.appending(path: "pushledger").path,
          words + [program.folder.path("plain.db")],
          in: elsewhere.url.path,
          environment: ["HOME": elsewhere.url.path, "TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8"])
        #expect(there.outputText == here.output, "\(command) \(format)")
      }
    }
  }
}

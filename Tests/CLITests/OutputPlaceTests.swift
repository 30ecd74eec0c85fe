import Foundation
import TestSupport
import Testing

/// Where files for others are put: what stands there, what killed runs left, and what waits for the ledger.
@Suite struct OutputPlaceTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 300, seed: 1, to: "logs/a.jsonl")
    #expect(try place.importOnly().code == 0)
  }

  private static let writes = [
    ["report", "daily", "--format", "json", "--output", "file"],
    ["check", "--json", "--fail-on", "never", "--output", "file"],
    ["query", "open-rate", "--format", "csv", "--output", "file"],
    ["export", "--sqlite", "file"],
  ]

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: place.folder.path(name))[.type] as? FileAttributeType
  }

  @Test(arguments: writes) func `a file does not take the place of a pipe`(words: [String]) throws {
    let mkfifo = try #require(ProgramRun.path(of: "mkfifo"))
    #expect(try ProgramRun(mkfifo, ["file"], in: place.folder.url.path).code == 0)
    let before = try place.folder.names()
    let run = try place.start(words)
    #expect(run.code == 73 && run.errorText.contains("file: "), "\(run.errorText)")
    #expect(try kind("file") == .typeUnknown)
    #expect(try place.folder.names() == before)
  }

  @Test func `an export with a pipe among its files replaces none of them`() throws {
    #expect(try place.start(["export", "--output", "csv", "--as-of", "2026-09-20"]).code == 0)
    let daily = try Data(contentsOf: URL(fileURLWithPath: place.folder.path("csv/daily.csv")))
    try FileManager.default.removeItem(atPath: place.folder.path("csv/messages.csv"))
    let mkfifo = try #require(ProgramRun.path(of: "mkfifo"))
    #expect(try ProgramRun(mkfifo, ["csv/messages.csv"], in: place.folder.url.path).code == 0)
    try place.simulate(events: 300, seed: 2, to: "logs/b.jsonl")
    #expect(try place.importOnly().code == 0)
    #expect(try place.start(["export", "--output", "csv", "--as-of", "2026-09-20"]).code == 73)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place.folder.path("csv/daily.csv"))) == daily)
  }

  @Test(arguments: writes) func `a link is replaced by the file, and what it leads to stays`(words: [String])
    throws
  {
    try place.folder.write("", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.path("file"), withDestinationPath: "elsewhere")
    let run = try place.start(words)
    // A snapshot replaces nothing but a snapshot.
    let isSnapshot = words.contains("--sqlite")
    #expect(run.code == (isSnapshot ? 73 : 0), "\(run.errorText)")
    #expect(try kind("file") == (isSnapshot ? .typeSymbolicLink : .typeRegular))
    #expect(try Data(contentsOf: URL(fileURLWithPath: place.folder.path("elsewhere"))).isEmpty)
  }

  @Test(arguments: writes) func `what killed runs left beside a file goes with the next`(words: [String])
    throws
  {
    for number in [1, 7, 4_000_000] {
      try place.folder.write("half a file", to: "file.staging-\(number)")
      try place.folder.write("a journal", to: "file.staging-\(number)-journal")
    }
    try place.folder.write("of another file", to: "another.staging-1")
    #expect(try place.start(words).code == 0)
    let names = try place.folder.names().filter { $0.contains("staging") }
    #expect(names == ["another.staging-1"])
  }

  @Test func `what killed exports left in a folder goes with the next, and what is being written stays`()
    throws
  {
    let words = ["export", "--output", "csv", "--as-of", "2026-09-20"]
    try place.folder.write("half a file", to: "csv/.staging-1/daily.csv")
    try place.folder.write("half a file", to: "csv/.staging-7/daily.csv")
    let flock = try #require(ProgramRun.path(of: "flock"))
    let run = try ProgramRun(
      flock, ["csv/.staging-7", place.program] + words, in: place.folder.url.path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.code == 0, "\(run.errorText)")
    func staged() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place.folder.path("csv")).filter {
        $0.hasPrefix(".")
      }
    }
    #expect(try staged() == [".staging-7"])
    #expect(try place.start(words).code == 0)
    #expect(try staged() == [])
  }

  @Test(
    .enabled(if: Tracing.isPossible, Tracing.skipped),
    arguments: [
      ["import", "logs"], ["prune", "--before", "2020-01-01"], ["run", "--output", "out", "logs"],
    ])
  func `who waits for the lock ends when interrupted`(words: [String]) throws {
    let flock = try #require(ProgramRun.path(of: "flock"))
    let strace = try #require(ProgramRun.path(of: "strace"))
    let run = try ProgramRun(
      flock,
      [
        "pushledger.db.lock", strace, "-o", "/dev/null", "-e", "inject=flock:signal=SIGTERM:when=1",
        place.program,
      ] + words + ["--wait", "5"], in: place.folder.url.path, environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.code == 130 && run.errorText.contains("interrupted"), "\(run.code): \(run.errorText)")
  }

  @Test func `what a killed import left beside the ledger goes with the next, whatever that reads`() throws {
    for ending in ["-parts", "-build", "-compact"] {
      try place.folder.write("half a ledger", to: "pushledger.db\(ending)")
    }
    try place.simulate(events: 10, seed: 2, to: "logs/b.jsonl")
    #expect(try place.importOnly().code == 0)
    #expect(
      try place.folder.names().filter { $0.hasPrefix("pushledger") } == [
        "pushledger.db", "pushledger.db.lock",
      ])
  }
}

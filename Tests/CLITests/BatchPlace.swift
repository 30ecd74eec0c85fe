import Foundation
import TestSupport
import Testing

/// Runs and the folder they write into.
struct BatchPlace {
  let folder: ScratchFolder
  let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
  private static let asOf = "2026-09-20T12:00:00Z"

  init() throws { folder = try ScratchFolder() }

  func arguments(_ options: [String]) -> [String] {
    ["run", "--as-of", Self.asOf, "--output", "out", "--data-set", "daily", "--data-set", "files"] + options
  }

  func simulate(events: Int, seed: Int, to name: String) throws {
    let run = try start(["simulate", "--events", "\(events)", "--seed", "\(seed)"])
    try #require(run.code == 0)
    try folder.write(run.output, to: name)
  }

  func start(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(program, arguments, in: folder.url.path, environment: ["PATH": "/usr/bin:/bin"])
  }

  /// A run of the logs, at a moment that is always the same.
  func run(_ options: [String]) throws -> ProgramRun {
    try start(arguments(options) + (options.contains("--no-import") ? [] : ["logs"]))
  }

  /// What the ledger remembers of published reports.
  func remembered() throws -> String {
    let run = try start(["query", "--sql", "SELECT * FROM published ORDER BY as_of_ms, data, day_start_ms"])
    #expect(run.code == 0 && run.outputText.contains("\n"))
    return run.outputText
  }

  func importOnly() throws -> ProgramRun { try start(["import", "--quiet", "logs"]) }

  /// All of it in a folder of its own.
  func copy() throws -> BatchPlace {
    let copy = try BatchPlace()
    for name in try folder.names() {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: name), to: copy.folder.url.appending(path: name))
    }
    return copy
  }

  /// What a reader who follows `current` finds; `nil` when it leads nowhere.
  func generation() throws -> PublishedGeneration? {
    let link = folder.path("out/current")
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
    return try PublishedGeneration(folder.url.appending(path: "out").appending(path: target))
  }

  /// What no complete run leaves.
  func leftovers() throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out"))
    return paths.filter { path in
      path.split(separator: "/").contains { $0.hasPrefix(".") } || path.contains(".staging-")
    }
  }
}

/// A generation as a reader has it: every file that the manifest names, with its digest.
struct PublishedGeneration: Equatable {
  let name: String
  /// What does not fit the manifest.
  let problems: [String]
  let files: [String]

  init(_ folder: URL) throws {
    name = folder.lastPathComponent
    struct Manifest: Decodable {
      struct File: Decodable {
        let name: String
        let sha256: String
      }
      let files: [File]
    }
    let there = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    guard let bytes = try? Data(contentsOf: folder.appending(path: "manifest.json")),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: bytes)
    else {
      problems = ["no manifest"]
      files = []
      return
    }
    files = manifest.files.map(\.name)
    var problems: [String] = []
    if there != Set(files + ["manifest.json"]) { problems.append("files \(there.sorted())") }
    for file in manifest.files {
      let path = folder.appending(path: file.name).path
      let digest = try ProgramRun("/usr/bin/sha256sum", [path]).outputText.prefix(64)
      if digest != file.sha256 { problems.append("\(file.name) has another digest") }
    }
    self.problems = problems
  }
}

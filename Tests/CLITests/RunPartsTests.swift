import CommandLineKit
import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import Publishing
@testable import UserFiles
@testable import pushledger

/// The small parts that a run stands on.
@Suite struct RunPartsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `names of a moment are in the order of time, then of number`() throws {
    let moment = Instant(milliseconds: 1_790_028_800_999)
    let stamp = DatedName.stamp(moment)
    #expect(stamp == "20260921T221320Z")
    var taken: [String] = []
    for _ in 0..<11 { taken.append(DatedName.first(stamp) { taken.contains($0) }.text) }
    #expect(taken.first == stamp && taken.last == stamp + "-11")
    let later = DatedName.stamp(Instant(milliseconds: moment.milliseconds + 1_000))
    let names = (taken + [later]).compactMap { DatedName($0) }
    #expect(names.count == 12 && names.shuffled().sorted() == names)
  }

  @Test(arguments: [
    "", ".staging", "20260921", "20260921T221320", "20260921T221320Z-1", "20260921T221320Z-02",
    "20260921T221320Z-", "20260921T221320Z-2-3", "20260921T221320Z-x", "2026-9-21T221320Z",
    "a0260921T221320Z",
    "20260921T221320Z\0",
  ])
  func `what is no such name is left alone`(text: String) { #expect(DatedName(text) == nil) }

  @Test func `the log of runs stays within twice its limit, and only its owner reads it`() throws {
    let log = RunLog(path: folder.path("run.log"), limit: 4_000)
    var entry = RunEntry(start: Instant(milliseconds: 0))
    var written = 0
    for round in 0..<100 {
      entry.error = "round \(round)\n\u{1b}[31m"
      try log.append(entry)
      written += entry.line.count
      for name in ["run.log", "run.log.1"] where FileManager.default.fileExists(atPath: folder.path(name)) {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        #expect(attributes[.size] as? Int ?? 0 <= 4_000 && attributes[.posixPermissions] as? Int == 0o600)
      }
    }
    #expect(written > 8_000)
    let lines = try ["run.log.1", "run.log"].flatMap { name in
      try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n")
    }
    let errors = try lines.map { line in
      try (JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["error"] as? String
    }
    // The youngest are there, without a gap, each on a line.
    #expect(errors == (100 - lines.count..<100).map { "round \($0)\n\u{1b}[31m" })
    #expect(!lines.joined().utf8.contains(0x1b))
  }

  @Test func `the last success is what was written, and nothing when the file is not one`() throws {
    let success = LastSuccess(path: folder.path("last-success"))
    #expect(success.time == nil)
    let time = Instant(milliseconds: 1_790_028_800_999)
    try success.renew(at: time, asOf: Instant(milliseconds: 0), generation: "x")
    #expect(success.time == time)
    for text in ["", "{", "[1]", "{\"time_ms\": \"1\"}", "{\"time_ms\": 1e300}"] {
      try folder.write(text, to: "last-success")
      #expect(success.time == nil, "\(text)")
    }
  }

  @Test func `what runs that died have left is swept, and nothing else`() throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    try folder.write("x", to: "mine/kept.txt")
    try FileManager.default.createDirectory(
      atPath: folder.path("out/generations/.removing/deep"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/generations/.removing/deep/link"), withDestinationPath: folder.path("mine"))
    for name in [
      ".staging/daily.csv", ".staging/manifest.json", ".removing/a.csv", "20260921T221320Z/manifest.json",
      "notes/mine.txt",
    ] { try folder.write("x", to: "out/generations/\(name)") }
    for name in [
      "index.md", "index.md.staging-17", "pushledger.prom.staging-1", "my.staging-area", "a.staging-",
    ] {
      try folder.write("x", to: "out/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/.current"), withDestinationPath: "generations/x")
    try tree.sweep()
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(
      left == [
        "a.staging-", "generations", "generations/20260921T221320Z",
        "generations/20260921T221320Z/manifest.json", "generations/notes", "generations/notes/mine.txt",
        "index.md", "my.staging-area",
      ])
    #expect(try tree.generations().map(\.text) == ["20260921T221320Z"])
    #expect(FileManager.default.fileExists(atPath: folder.path("mine/kept.txt")))
  }

  @Test func `what is staged and not published is gone with the value`() throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    do {
      var staged = try tree.stage()
      try staged.write("x", to: "a.csv")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tree.generationsPath).isEmpty)
    // A second writer in the same folder would mix two runs.
    let first = try tree.stage()
    #expect(throws: CommandFailure.self) { _ = try tree.stage() }
    _ = consume first
  }

  @Test func `a folder in current's place is refused, and the last generation stays`() throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    try folder.write("x", to: "out/current/mine.txt")
    var staged = try tree.stage()
    try staged.write("x", to: "a.csv")
    do {
      _ = try tree.publish(staged, stamp: "20260921T221320Z", manifest: [])
      Issue.record("published over a folder")
    } catch { #expect(CommandFailure.of(error).exitCode == .cannotWrite) }
    #expect(FileManager.default.fileExists(atPath: folder.path("out/current/mine.txt")))
  }
}

import Foundation
import Prose
import TestSupport
import Testing
import UserFiles

@testable import Publishing

@Suite struct OutputTreeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

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
    #expect(throws: Failure.self) { _ = try tree.stage() }
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
    } catch { #expect((error as? Failure)?.kind == .cannotWrite) }
    #expect(FileManager.default.fileExists(atPath: folder.path("out/current/mine.txt")))
  }

  @Test func `the generation that counts is the one that the link names`() throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    #expect(try tree.current() == nil)
    for _ in 0..<2 {
      var staged = try tree.stage()
      try staged.write("x", to: "a.csv")
      let name = try tree.publish(staged, stamp: "20260921T221320Z", manifest: [])
      #expect(try tree.current() == name)
    }
    #expect(try tree.current()?.text == "20260921T221320Z-2")
    // Who removes a generation by hand leaves its name, under which nothing else may be published.
    try FileManager.default.removeItem(atPath: folder.path("out/generations/20260921T221320Z-2"))
    #expect(try tree.current()?.text == "20260921T221320Z-2")
  }

  @Test(arguments: [
    "elsewhere", "generations", "generations/notes", "/generations/20260921T221320Z",
  ])
  func `a link to anything else names none`(target: String) throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/current"), withDestinationPath: target)
    #expect(try tree.current() == nil)
  }

  @Test func `what stands in the link's place and is none names none`() throws {
    let tree = OutputTree(path: folder.path("out"))
    try tree.make()
    try folder.write("generations/20260921T221320Z", to: "out/current")
    #expect(try tree.current() == nil)
  }

  @Test func `a link that cannot be read is told, since what counts could be removed as old`()
    throws
  {
    // A file where the folder should be: nothing below it can be looked at.
    let tree = OutputTree(path: try folder.write("x", to: "out"))
    let failure = #expect(throws: Failure.self) { try tree.current() }
    #expect(failure?.kind == .cannotWrite)
  }
}

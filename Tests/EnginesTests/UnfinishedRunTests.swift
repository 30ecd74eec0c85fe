import Foundation
import TestSupport
import Testing

@testable import Engines

@Suite struct UnfinishedRunTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  /// What an engine writes as it likes: open to all, with a link out of the folder.
  private func write(into staging: String) throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: "\(staging)/manifest/deep", withIntermediateDirectories: true)
    for name in ["manifest/part-0", "manifest/deep/part-1"] {
      try Data("{}".utf8).write(to: URL(filePath: "\(staging)/\(name)"))
      try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(staging)/\(name)")
    }
    for name in ["manifest", "manifest/deep"] {
      try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: "\(staging)/\(name)")
    }
    try folder.write("x", to: "mine.txt")
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("mine.txt"))
    try files.createSymbolicLink(
      atPath: "\(staging)/manifest/link", withDestinationPath: folder.path("mine.txt"))
  }

  @Test
  func
    `a whole run is closed to all but its owner and the group, and what it links to is left alone`()
    throws
  {
    var run = try UnfinishedFolder(folder.path("run"))
    try write(into: run.staging)
    try run.publish()
    #expect(try permissions("run/manifest") == 0o750 && permissions("run/manifest/deep") == 0o750)
    #expect(try permissions("run/manifest/part-0") == 0o640)
    #expect(try permissions("run/manifest/deep/part-1") == 0o640)
    #expect(try permissions("mine.txt") == 0o666)
    let whole = try #require(try permissions("run"))
    #expect(whole & 0o007 == 0)
  }

  @Test func `a run that others write in keeps what they set`() throws {
    var run = try UnfinishedFolder(folder.path("run"), isShared: true)
    try write(into: run.staging)
    try run.publish()
    #expect(try permissions("run/manifest") == 0o777 && permissions("run/manifest/part-0") == 0o666)
  }

  @Test func `what is not published is gone with the value, and what it links to stays`() throws {
    do {
      let run = try UnfinishedFolder(folder.path("run"))
      try write(into: run.staging)
    }
    #expect(try folder.names() == ["mine.txt"])
  }

  @Test func `a name that is taken is refused before anything is written`() throws {
    try folder.write("x", to: "run/mine.txt")
    let error = #expect(throws: EngineError.self) { _ = try UnfinishedFolder(folder.path("run")) }
    #expect(error?.kind == .cannotWrite)
    #expect(try folder.names() == ["run"])
  }
}

import Foundation
import TestSupport
import Testing

@testable import Engines

/// What Spark is told to read.
@Suite struct SparkInputsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The inputs that are left of those, by their names in the folder.
  private func inputs(_ names: [String]) throws -> [String] {
    let root = "file:" + InputPaths.absolute(scratch.path("."))
    return try SparkInputs(names.map(scratch.path)).addresses.map { $0.replacing(root + "/", with: "") }
  }

  @Test func `what is named in several ways, or lies in what is named, is read once`() throws {
    for name in ["logs/a.jsonl", "logs/b/c.jsonl", "logs_old/d.jsonl"] { try scratch.write("{}", to: name) }
    #expect(try inputs(["logs/a.jsonl", "logs", "logs/", "logs/b", "logs/./b/c.jsonl"]) == ["logs"])
    #expect(try inputs(["logs/a.jsonl", "logs_old", "logs/a.jsonl"]) == ["logs/a.jsonl", "logs_old"])
    #expect(try inputs(["logs", "logs_old"]) == ["logs", "logs_old"])
  }

  @Test func `what Spark leaves out of a folder is read where it is named`() throws {
    for name in ["logs/a.jsonl", "logs/_more/b.jsonl"] { try scratch.write("{}", to: name) }
    #expect(try inputs(["logs", "logs/_more"]) == ["logs", "logs/_more"])
  }

  @Test func `an address that is named twice is read once`() throws {
    let address = "oss://bucket/logs"
    #expect(try SparkInputs([address, address]).addresses == [address])
  }
}

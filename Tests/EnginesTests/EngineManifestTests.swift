import Foundation
import Prose
import TestSupport
import Testing

@testable import Engines

@Suite struct EngineManifestTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let row = """
    {"engine_version": "1.2", "lines": 10, "event_lines": 6, "rejected_lines": 2, "corrupt_lines": 1, \
    "ignored_lines": 1, "events_read": 6, "far": 1e300}
    """

  /// What is made of a run whose manifest has these rows; `change` is given where it stands.
  private func manifest(
    _ rows: [String] = [row], change: (borrowing UnfinishedFolder) throws -> Void = { _ in }
  ) throws -> EngineManifest {
    let run = try UnfinishedFolder(folder.path("run"))
    for relation in Relation.allCases { try write("", to: "_SUCCESS", in: run.place(of: relation)) }
    for (index, row) in rows.enumerated() {
      try write(row + "\n", to: "part-\(index)", in: run.place(of: .manifest))
    }
    try change(run)
    return try EngineManifest(of: run)
  }

  private func write(_ text: String, to name: String, in place: String) throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(place)/\(name)"))
  }

  private func refusal(
    _ rows: [String] = [row], change: (borrowing UnfinishedFolder) throws -> Void = { _ in }
  ) -> String? {
    let error = #expect(throws: EngineError.self) { try manifest(rows, change: change) }
    #expect(error?.kind == .engineFailed)
    return error?.message.told()
  }

  @Test func `counts and version are those of the one row, whichever file it is in`() throws {
    let manifest = try manifest(["", Self.row])
    #expect(manifest.text == Self.row && manifest.engineVersion == "1.2")
    #expect(manifest.counts["lines"] == 10 && manifest.counts["corrupt_lines"] == 1)
    // Too large to be read exactly.
    #expect(manifest.counts["far"] == nil)
  }

  @Test(arguments: [[], [row, row], ["not JSON"], ["[1]"], ["{\"lines\": 1}"]])
  func `a manifest that is not one row with a version is refused`(rows: [String]) {
    #expect(refusal(rows) == "the engine ended, but its manifest is not one row")
  }

  @Test(arguments: [
    ("\"lines\": 10", "\"lines\": 11"), ("\"events_read\": 6", "\"events_read\": 5"),
  ])
  func `counts of lines that do not add up are refused`(old: String, new: String) {
    #expect(
      refusal([Self.row.replacing(old, with: new)]) == "the engine's counts of lines do not add up")
  }

  @Test(arguments: Relation.allCases) func `a relation without its end is refused`(
    relation: Relation
  ) {
    let words = "the engine ended, but did not finish \(relation.rawValue)"
    #expect(
      refusal { run in try write("", to: "part-0", in: "\(run.place(of: relation))/_temporary") }
        == words)
  }
}

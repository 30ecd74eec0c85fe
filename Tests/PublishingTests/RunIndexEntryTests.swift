import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Publishing

/// What the index of an output folder takes from the manifests of its generations.
@Suite struct RunIndexEntryTests {
  private let folder: ScratchFolder
  private let name = "20260921T221320Z"

  init() throws { folder = try ScratchFolder() }

  private func entry(_ manifest: String) throws -> RunIndex.Entry {
    try folder.write(manifest, to: "generations/\(name)/manifest.json")
    return RunIndex.Entry(name: name, in: OutputTree(path: folder.path("")))
  }

  @Test func `moment, verdict, rates and files are those of the manifest`() throws {
    let entry = try entry(
      """
      {"as_of": "2026-09-21T22:13:20Z", "verdict": {"state": "critical", "critical": 2, "warnings": 1},
       "rates": [{"name": "ack_rate", "numerator": 3, "denominator": 4}, {"name": "without figures"}],
       "files": [{"name": "daily.csv"}, {"bytes": 3}]}
      """)
    #expect(entry.asOf == "2026-09-21T22:13:20Z" && entry.state == "critical")
    #expect(entry.critical == 2 && entry.warnings == 1)
    #expect(entry.rates.map(\.name) == ["ack_rate"] && entry.rates.first?.rate == Rate(3, of: 4))
    #expect(entry.files == ["daily.csv"])
  }

  @Test(arguments: ["", "[]", "{", "{\"verdict\": 1, \"rates\": 2, \"files\": \"x\"}"])
  func `a generation whose manifest says nothing is listed by its name`(manifest: String) throws {
    let entry = try entry(manifest)
    #expect(entry.name == name && entry.asOf == nil && entry.files.isEmpty && entry.rates.isEmpty)
  }

  @Test func `a generation without a manifest is listed by its name`() {
    let entry = RunIndex.Entry(name: name, in: OutputTree(path: folder.path("")))
    #expect(entry.name == name && entry.asOf == nil)
  }
}

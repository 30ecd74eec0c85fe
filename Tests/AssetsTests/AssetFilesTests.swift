import Assets
import Foundation
import Testing

/// The files inside the program beside those of the repository.
@Suite struct AssetFilesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    ("queries", ".sql"), ("queries/model", ".sql"), ("queries/ledger/tables", ".sql"),
    ("queries/ledger/views", ".sql"), ("queries/ledger/definitions", ".sql"),
    ("queries/ledger/loaded", ".sql"), ("dashboards", ".sql"),
    ("reports", ".md"),
    ("mappings", ".json5"), ("languages", ".po"), ("tables", ".csv"),
  ])
  func `every file of a folder is in the program as it is`(folder: String, ending: String) throws {
    let place = Self.root.appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path).filter {
      $0.hasSuffix(ending)
    }
    let names = AssetFiles.names(in: folder, ending: ending).map { $0 + ending }
    #expect(names.sorted() == files.filter { $0 != "README.md" }.sorted())
    for name in names {
      let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
      #expect(AssetFiles.text(of: "\(folder)/\(name)") == text, "\(name)")
    }
  }

  @Test func `what findings name for their rows is a stored query`() throws {
    let rules = Self.root.appending(path: "Sources/Diagnosis")
    let files = try FileManager.default.subpathsOfDirectory(atPath: rules.path).filter {
      $0.hasSuffix(".swift")
    }
    var named: Set<String> = []
    for file in files {
      let text = try String(contentsOf: rules.appending(path: file), encoding: .utf8)
      named.formUnion(text.matches(of: /rows: "([^"]+)"/).map { String($0.output.1) })
    }
    #expect(!named.isEmpty)
    #expect(
      named.isSubset(of: NamedQuery.all.map(\.name)), "\(named.subtracting(NamedQuery.all.map(\.name)))")
  }
}

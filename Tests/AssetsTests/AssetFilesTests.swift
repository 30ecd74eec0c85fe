import Assets
import Foundation
import Testing

/// The files inside the program beside those of the repository.
@Suite struct AssetFilesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    ("queries", ".sql"), ("queries/model", ".sql"), ("queries/ledger/tables", ".sql"),
    ("queries/ledger/views", ".sql"), ("queries/ledger/definitions", ".sql"), ("dashboards", ".sql"),
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

  @Test func `every case of a list has its file, and every file a case`() {
    #expect(Set(NamedQuery.allCases.map(\.rawValue)) == Set(AssetFiles.names(in: "queries", ending: ".sql")))
    #expect(
      ModelQuery.allCases.map(\.rawValue) == AssetFiles.names(in: "queries/model", ending: ".sql").sorted())
    #expect(
      Set(DashboardQuery.allCases.map(\.rawValue)) == Set(AssetFiles.names(in: "dashboards", ending: ".sql")))
    #expect(
      Set(ReportTemplate.allCases.map(\.rawValue)) == Set(AssetFiles.names(in: "reports", ending: ".md")))
  }
}

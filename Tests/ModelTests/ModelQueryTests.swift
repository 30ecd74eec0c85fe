import Assets
import Foundation
import Testing

@Suite struct ModelQueryTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "queries/model")

  @Test func `every file has a case, and the order of the cases is that of the names`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".sql") }.sorted()
    #expect(files == ModelQuery.allCases.map { $0.rawValue + ".sql" })
  }

  @Test(arguments: ModelQuery.allCases) func `a case reads its own file, which makes its view`(
    query: ModelQuery
  ) throws {
    let file = Self.folder.appending(path: query.rawValue + ".sql")
    #expect(query.text == (try String(contentsOf: file, encoding: .utf8)))
    #expect(query.text.utf8.count < 16_384)
    #expect(query.text.hasPrefix("-- "))
    #expect(statement(query).hasPrefix("CREATE TEMPORARY VIEW \(query.view) AS\nSELECT "))
  }

  /// What one engine reads otherwise than another; that they agree on the rest can only be seen by running them.
  @Test(arguments: ModelQuery.allCases) func `a file keeps to what all engines read alike`(
    query: ModelQuery
  ) throws {
    let text = statement(query)
    for mark in ["\"", "\\", "`", "''''", ":", "?", "$"] { #expect(!text.contains(mark), "\(mark)") }
    #expect(text.filter { $0 == ";" }.count == 1 && text.hasSuffix(";\n"))
    let words = Set(text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") })
    let foreign: Set<Substring> = [
      "iif", "if", "printf", "format", "strftime", "date", "datetime", "group_concat", "total", "glob",
      "like",
      "integer", "int", "text", "real", "double", "least", "greatest", "concat", "recursive", "materialized",
      "true", "false", "limit", "random",
    ]
    #expect(words.isDisjoint(with: foreign), "\(words.intersection(foreign))")
  }

  /// Without comments.
  private func statement(_ query: ModelQuery) -> String {
    query.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("--") }.joined(separator: "\n")
  }
}

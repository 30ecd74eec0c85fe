import Assets
import ReceiptModel
import Testing

@Suite struct ModelQueryTests {
  @Test(arguments: ModelQuery.all) func `a file makes its view`(query: ModelQuery) {
    #expect(query.text.utf8.count < 16_384)
    #expect(query.text.hasPrefix("-- "))
    #expect(statement(query).hasPrefix("CREATE TEMPORARY VIEW \(query.view) AS\nSELECT "))
  }

  @Test(arguments: ["channel_hour", "version_hour"]) func `the counters are columns in their order`(
    view: String
  ) throws {
    let query = try #require(ModelQuery.all.first { $0.view == view })
    let columns = query.text.matches(of: /sum\((\w+)\) AS (\w+)/).map {
      [String($0.output.1), String($0.output.2)]
    }
    #expect(columns == Count.allCases.map { [$0.name, $0.name] })
  }

  /// What one engine reads otherwise than another; that they agree on the rest can only be seen by running them.
  @Test(arguments: ModelQuery.all) func `a file keeps to what all engines read alike`(
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

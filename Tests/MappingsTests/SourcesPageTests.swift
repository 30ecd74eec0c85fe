import Foundation
import Mappings
import ReceiptModel
import Testing

/// `docs/sources.md` knows every mapping that is shipped.
struct SourcesPageTests {
  private static let page: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try? String(contentsOf: folder.appending(path: "docs/sources.md"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }()

  /// The rows of the table under a heading.
  private func rows(under heading: String) -> [String] {
    let start = Self.page.firstIndex(of: "## " + heading).map { $0 + 1 } ?? Self.page.count
    return Self.page[start...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
  }

  @Test(arguments: MappingCatalogue.names)
  func `a mapping stands among the sources, with its standing, and among the proofs`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    let sources = rows(under: "Shipped sources").filter { $0.contains("| `\(name)` |") }
    #expect(sources.count == 1)
    #expect(sources.first?.contains("| \(mapping.standing.rawValue) |") == true)
    #expect(rows(under: "What each vendor's words prove").filter { $0.contains("| `\(name)` |") }.count == 1)
    #expect(rows(under: "How to get the files").filter { $0.contains("`\(name)`") }.count == 1)
  }

  @Test func `a page that a mapping cites is cited among the sources`() {
    for mapping in MappingCatalogue.all {
      guard let first = mapping.documentation.first else { continue }
      let row = rows(under: "Shipped sources").first { $0.contains("| `\(mapping.name)` |") } ?? ""
      #expect(row.contains(first), "\(mapping.name)")
    }
  }
}

package import ReceiptModel

/// A report that was rendered, part by part.
package struct RenderedReport {
  /// Where a part of a report comes from.
  package enum Source: Equatable, Sendable {
    /// The author's own words.
    case words
    case block(String)
    case query(String)
    case chart(String)
  }

  package struct Section: Equatable, Sendable {
    package var source: Source
    package var blocks: [Page.Block]
    /// What the query answered, before it was cut and written for people; `nil` for what is no query.
    package var answer: ResultTable?

    package init(_ source: Source, _ blocks: [Page.Block], answer: ResultTable? = nil) {
      self.source = source
      self.blocks = blocks
      self.answer = answer
    }
  }

  package var sections: [Section] = []

  package init() {}

  /// The whole report.
  package var page: Page { Page(sections.flatMap(\.blocks)) }

  /// Adds to the author's words, so that a list can go on.
  mutating func addWords(_ add: (inout Page) -> Void) {
    if sections.last?.source != .words { sections.append(Section(.words, [])) }
    var page = Page(sections[sections.count - 1].blocks)
    add(&page)
    sections[sections.count - 1].blocks = page.blocks
  }

  mutating func add(_ source: Source, _ blocks: [Page.Block], answer: ResultTable? = nil) {
    sections.append(Section(source, blocks, answer: answer))
  }
}

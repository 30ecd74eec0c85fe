package import Prose
package import ReceiptModel

/// What a report says, before it is Markdown, HTML or a chat message: one content, several writers.
package struct Page: Equatable, Sendable {
  package var blocks: [Block]

  package init(_ blocks: [Block] = []) { self.blocks = blocks }

  package indirect enum Block: Equatable, Sendable {
    /// - Parameter level: 1 for the title of the page.
    case heading(Phrase, level: Int)
    case paragraph(Phrase)
    case list([Item])
    case table(PageTable)
    /// Lines to copy, exactly.
    case code(String)
    case chart(Chart)
  }

  /// An item of a list, with items below it.
  package struct Item: Equatable, Sendable {
    package var phrase: Phrase
    package var items: [Item]
    /// The severity of a finding, which its words say, too.
    package var severity: Severity?
    /// What is for those who ask: HTML folds it, Markdown has it at the end of the section.
    package var details: Details?

    package init(
      _ phrase: Phrase, _ items: [Item] = [], severity: Severity? = nil, details: Details? = nil
    ) {
      self.phrase = phrase
      self.items = items
      self.severity = severity
      self.details = details
    }
  }

  /// Items below another, under a name of their own where they do not stand beside it.
  package struct Details: Equatable, Sendable {
    package var name: Phrase
    package var items: [Item]

    package init(of name: Phrase, _ items: [Item]) {
      self.name = name
      self.items = items
    }
  }

  /// The words of the first heading; `nil` without any.
  package var title: Phrase? {
    for case .heading(let phrase, _) in blocks { return phrase }
    return nil
  }
}

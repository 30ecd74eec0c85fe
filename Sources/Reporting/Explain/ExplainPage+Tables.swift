import Prose
import ReceiptModel

extension ExplainPage {
  /// A table under its heading, or nothing when it has no rows.
  ///
  /// - Parameter most: lists at most so many rows; the rest are only counted.
  mutating func add(_ heading: Phrase, _ table: ResultTable, most: Int = 10) {
    guard !table.rows.isEmpty else { return }
    var listed = table
    listed.rows = Array(table.rows.prefix(most))
    let more = table.rows.count - listed.rows.count
    blocks += [.subheading(heading), .table(listed)]
    if more > 0 { blocks.append(.note("and \(Figures.count(more)) more")) }
  }
}

extension ResultColumn {
  /// A column under words for people.
  init(_ title: Phrase, _ type: ResultType, in language: Language) {
    self.init(title.plain(in: language), type)
  }
}

extension String {
  /// The text, or what stands for none.
  func orUnknown(in language: Language) -> String {
    isEmpty ? ("(unknown)" as Phrase).plain(in: language) : self
  }
}

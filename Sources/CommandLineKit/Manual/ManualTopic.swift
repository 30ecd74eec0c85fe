/// A manual page beside the program's own: on a file it reads, or on what it offers to others.
///
///     ManualTopic("pushledger.conf", section: 5, purpose: "settings of pushledger") {[
///       .heading("SETTINGS"), .item("settle", "how long after its send a delivery is judged"),
///     ]}
package struct ManualTopic: Sendable {
  /// A part of the page, from top to bottom.
  package enum Block: Equatable, Sendable {
    case heading(String)
    case subheading(String)
    /// Paragraphs, which blank lines separate; lines that begin with a space are shown as they are.
    case text(String)
    /// A name that can be typed, and what it means.
    case item(String, String)
  }

  package let name: String
  /// Where it belongs: 5 for files, 7 for everything else.
  package let section: Int
  /// One line: no capital, no full stop.
  package let purpose: String
  private let makeBlocks: @Sendable () -> [Block]

  /// - Parameter blocks: made only when the page is asked for.
  package init(
    _ name: String, section: Int, purpose: String, blocks: @escaping @Sendable () -> [Block]
  ) {
    self.name = name
    self.section = section
    self.purpose = purpose
    makeBlocks = blocks
  }

  package var blocks: [Block] { makeBlocks() }

  /// The page as `help --man NAME` prints it.
  func page(of program: Program) -> String {
    var page = Roff()
    page.title(name, section: section, of: program, volume: section == 5 ? "File Formats" : "Miscellanea")
    page.heading("NAME")
    page.line("\(Roff.escape(name)) \\- \(Roff.escape(purpose))")
    for block in blocks {
      switch block {
      case .heading(let title): page.heading(title)
      case .subheading(let title): page.subheading(title)
      case .text(let text): page.paragraphs(text)
      case .item(let name, let meaning): page.item([.bold(name)], meaning)
      }
    }
    page.seeAlso(
      [(program.name, 1)] + program.manuals.filter { $0.name != name }.map { ($0.name, $0.section) })
    return page.text
  }
}

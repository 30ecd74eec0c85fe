import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Reporting
import Testing

struct ReportHostileTests {
  private static let hostile = """
    | a <img src=x onerror=1>![x](http://evil.example/x.png) [l](https://evil.example) `c` ``d | e`` **b** _i_ ~~s~~ \
    www.evil.example https://evil.example/ me@evil.example ftp://evil.example &amp; &#124; $x$ \\| \u{1B}[31m \u{202E}x
    # heading
    - list | x
    """

  /// A template with every block and value there is, and an answer of a query.
  private static var everything: String {
    let names = DailyReport.names
    let blocks = names.blocks.map { "{{block \($0)}}" }
    let values = (names.values + ["message"]).map { "# {{value \($0)}}" }
    return (["<!--", ":message  the message", "-->"] + values + blocks + ["{{query x}}"]).joined(
      separator: "\n\n")
  }

  /// A report in which every text that can come from a log or a user is hostile.
  private var report: String {
    get throws {
      let bad = Self.hostile
      var input = Sample.smallDay
      input.toolVersion = bad
      input.window = bad
      input.command = bad + " ``` "
      input.appNames = [bad: bad]
      input.queries = [(bad, bad)]
      input.scope.all.appKeys = [bad]
      for cell in input.evidence.cells.indices {
        input.evidence.cells[cell].key.appKey = bad
        input.evidence.cells[cell].key.parts = [bad]
      }
      input.evidence.versions = CohortCells(
        input.evidence.versions.enumerated().map { place, cell in
          CohortCell(
            key: CohortKey(day: cell.key.day, appKey: bad, parts: [bad + "\(place)", bad]),
            counts: cell.counts)
        })
      input.evidence.messages.cells = MessageCells(
        input.evidence.messages.cells.map { message in
          var message = message
          message.messageID = bad
          return message
        })
      for cell in input.failures.indices {
        input.failures[cell].reasonCode = bad
        input.failures[cell].reasonText = bad
        input.failures[cell].channel = bad
        input.failures[cell].kind = bad
      }
      for flag in input.evidence.flags.indices { input.evidence.flags[flag].appKey = bad }
      for figure in input.evidence.health.freshness.indices {
        input.evidence.health.freshness[figure].appKey = bad
      }
      input.evidence.health.unknownTypes = [UnknownType(name: bad, events: 1)]
      input.findings = [
        Finding(
          .unknownTypes, .critical, appKey: bad, scope: .of(.note, bad), since: Instant(milliseconds: 0),
          devices: 1, cause: .text(bad), rivals: [Rival(.text(bad), settledBy: .text(bad))],
          nextStep: .text(bad))
      ]
      input.message = MessageSubject(id: bad, explanations: Sample.explanations(messageID: bad, appKey: bad))
      input.parameters = ["message": .text(bad)]
      input.dailyBuilds = CohortCells(
        input.dailyBuilds.enumerated().map { place, cell in
          CohortCell(
            key: CohortKey(day: cell.key.day, appKey: bad, parts: [bad + "\(place)"]), counts: cell.counts)
        })
      for cell in input.evidence.networks.indices {
        input.evidence.networks[cell].key.appKey = bad
        input.evidence.networks[cell].key.parts = [bad + "\(cell)"]
      }
      return try Sample.render(input, template: Self.everything, columns: [ResultColumn(bad)])
    }
  }

  @Test func `every table has the same number of cells in each of its lines`() throws {
    for text in [
      try report, try Sample.render(Sample.smallDay), try Sample.render(Sample.oneEvent),
    ] {
      let counts = Self.tables(text).map { Set($0.map(Self.cells)) }
      #expect(counts.allSatisfy { $0.count == 1 }, "\(counts)")
      #expect(counts.allSatisfy { ($0.first ?? 0) <= 8 })
      #expect(!counts.isEmpty)
    }
  }

  @Test func `a GFM parser sees no link, image or HTML in hostile names`() throws {
    let arguments = [
      "--to", "xml", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist",
    ]
    let answer = try Program.run("/usr/bin/cmark-gfm", arguments, input: Array(try report.utf8))
    guard let xml = answer.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    for node in ["<link", "<image", "<html_inline", "<html_block", "<strikethrough"] {
      #expect(!xml.contains(node), "\(node)")
    }
    #expect(xml.contains("<table>"))
  }

  /// The lines of each table.
  private static func tables(_ text: String) -> [[Substring]] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split { !$0.hasPrefix("|") }.map(Array.init)
  }

  /// Cells as GFM counts them: by pipes without a backslash before them.
  private static func cells(_ line: Substring) -> Int {
    var (pipes, isEscaped) = (0, false)
    for character in line {
      if character == "|", !isEscaped { pipes += 1 }
      isEscaped = character == "\\" && !isEscaped
    }
    return pipes - 1
  }
}

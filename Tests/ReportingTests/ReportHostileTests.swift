import Foundation
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
      for cell in input.cells.indices {
        input.cells[cell].key.appKey = bad
        input.cells[cell].key.parts = [bad]
      }
      for cell in input.versions.indices {
        input.versions[cell].key.appKey = bad
        input.versions[cell].key.parts = [bad + "\(cell)", bad]
      }
      for cell in input.messages.indices { input.messages[cell].key.parts = [bad] }
      for cell in input.failures.indices {
        input.failures[cell].reasonCode = bad
        input.failures[cell].reasonText = bad
        input.failures[cell].channel = bad
        input.failures[cell].kind = bad
      }
      for flag in input.flags.indices { input.flags[flag].appKey = bad }
      for figure in input.health.freshness.indices { input.health.freshness[figure].appKey = bad }
      input.health.unknownTypes = [UnknownType(name: bad, events: 1)]
      input.findings = [
        Finding(
          .unknownTypes, .critical, appKey: bad, scope: bad, since: Instant(milliseconds: 0), devices: 1,
          cause: bad, rivals: bad, nextStep: bad)
      ]
      return try DailyReport.render(
        input, template: try Sample.template + "\n{{query x}}\n"
      ) { _, _ in ResultTable(columns: [ResultColumn(bad)], rows: [[.text(bad)]]) }
    }
  }

  @Test func `every table has the same number of cells in each of its lines`() throws {
    for text in [
      try report, try Sample.render(Sample.smallDay), try Sample.render(Sample.oneEvent),
      try Sample.render(Sample.nothing),
    ] {
      let counts = Self.tables(text).map { Set($0.map(Self.cells)) }
      #expect(counts.allSatisfy { $0.count == 1 }, "\(counts)")
      #expect(counts.allSatisfy { ($0.first ?? 0) <= 8 })
      #expect(!counts.isEmpty)
    }
  }

  @Test func `a GFM parser sees no link, image or HTML in hostile names`() throws {
    guard let xml = try Self.parsed(try report) else { return }
    for node in ["<link", "<image", "<html_inline", "<html_block", "<strikethrough"] {
      #expect(!xml.contains(node), "\(node)")
    }
    #expect(xml.contains("<table>"))
  }

  @Test func `a GFM parser gives the text back as it was`() throws {
    let text = #"a|b \ `c` *d* _e_ {f} [g](h) #i + - . ! ~ > < & &amp; : $j$ "k" 'l' www.x.yz http://x.yz"#
    guard let xml = try Self.parsed(Markdown.escape(text)) else { return }
    let parts = xml.split(separator: "<text xml:space=\"preserve\">").dropFirst().map { part in
      part.prefix { $0 != "<" }
    }
    let back = parts.joined().replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    #expect(back == text)
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

  /// The document's tree as XML, or `nil` where no cmark-gfm is installed.
  private static func parsed(_ markdown: String) throws -> String? {
    let program = "/usr/bin/cmark-gfm"
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "--to", "xml", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let text = Data(markdown.utf8)
    let writer = Thread {
      try? input.fileHandleForWriting.write(contentsOf: text)
      try? input.fileHandleForWriting.close()
    }
    writer.start()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

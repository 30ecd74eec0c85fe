package import Prose

/// The forms in which a page can be written.
package enum PageFormat: String, CaseIterable, Sendable {
  case markdown, html

  /// What the names of such files end in, without the point.
  package var fileEnding: String {
    switch self {
    case .markdown: "md"
    case .html: "html"
    }
  }
}

/// The files that a page becomes.
package struct PageFiles: Sendable {
  package struct File: Equatable, Sendable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  var language: Language

  package init(language: Language = .english) { self.language = language }

  /// A page and its pictures.
  ///
  /// - Parameters:
  ///   - stem: of the files' names: `daily` gives `daily.md` and `daily-funnel.svg`.
  ///   - name: the page's own name where it is not the stem and the format's ending.
  /// - Returns: the page last, so that whoever finds it finds its pictures.
  package func files(of page: Page, stem: String, as format: PageFormat, name: String? = nil) -> [File] {
    let name = name ?? "\(stem).\(format.fileEnding)"
    switch format {
    case .html: return [File(name: name, bytes: Array(HTMLPage(language: language).text(of: page).utf8))]
    case .markdown:
      var files: [File] = []
      var chartFiles: [String: String] = [:]
      var anchors = Anchors()
      for case .chart(let chart) in page.blocks where chartFiles[chart.id] == nil {
        let file = "\(stem)-\(anchors.name(for: chart.id)).svg"
        chartFiles[chart.id] = file
        files.append(File(name: file, bytes: Array(SVGChart(language: language).file(chart).utf8)))
      }
      let text = MarkdownPage(language: language, chartFiles: chartFiles.mapValues(Self.address(of:))).text(
        of: page)
      return files + [File(name: name, bytes: Array(text.utf8))]
    }
  }

  /// A page that can have no files beside it: Markdown goes without its pictures, whose numbers it has in tables.
  package func text(of page: Page, as format: PageFormat) -> String {
    switch format {
    case .markdown: MarkdownPage(language: language).text(of: page)
    case .html: HTMLPage(language: language).text(of: page)
    }
  }

  /// A file's name as an address in Markdown, with everything percent-encoded that could end the address or mean
  /// something there.
  private static func address(of name: String) -> String {
    name.utf8.reduce(into: "") { address, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default: address += "%" + CellText.hexadecimal([byte]).uppercased()
      }
    }
  }
}

extension Page {
  /// Several pages as one, whose charts have names of their own.
  package static func joined(_ pages: [Page]) -> Page {
    guard pages.count > 1 else { return pages.first ?? Page() }
    var anchors = Anchors()
    return Page(
      pages.flatMap(\.blocks).map { block in
        guard case .chart(var chart) = block else { return block }
        chart.id = anchors.name(for: chart.id)
        return .chart(chart)
      })
  }
}

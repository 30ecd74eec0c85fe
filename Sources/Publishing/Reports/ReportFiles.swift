package import Prose
package import Reporting

/// The files that rendered reports become.
package struct ReportFiles {
  package let format: ReportFormat
  package let language: Language

  package init(format: ReportFormat, language: Language) {
    self.format = format
    self.language = language
  }

  /// The reports in one file, with its pictures before it.
  ///
  /// - Parameters:
  ///   - stem: of the files' names.
  ///   - name: the file's own name where it is not the stem and the format's ending.
  package func files(of reports: [WrittenReport], stem: String, name: String? = nil) -> [PageFiles.File] {
    let name = name ?? "\(stem).\(format.fileEnding)"
    let pages = Page.joined(reports.map(\.rendered.page))
    switch format {
    case .markdown:
      return PageFiles(language: language).files(of: pages, stem: stem, as: .markdown, name: name)
    case .html: return PageFiles(language: language).files(of: pages, stem: stem, as: .html, name: name)
    default: return [PageFiles.File(name: name, bytes: bytes(of: reports))]
    }
  }

  /// The reports where no file can stand beside: Markdown goes without its pictures.
  package func bytes(of reports: [WrittenReport]) -> [UInt8] {
    let pages = Page.joined(reports.map(\.rendered.page))
    switch format {
    case .markdown: return Array(PageFiles(language: language).text(of: pages, as: .markdown).utf8)
    case .html: return Array(PageFiles(language: language).text(of: pages, as: .html).utf8)
    case .json:
      return reports.flatMap { report in
        ReportJSON.bytes(of: report.rendered, report.input, name: report.name, language: language)
      }
    case .slack, .dingtalk, .wecom:
      guard let chat = format.chat else { return [] }
      return reports.flatMap { report in
        let page = Page(chat: report.input, title: report.rendered.page.title)
        return Array(ChatWriter(chat, language: language).text(of: page).utf8)
      }
    }
  }
}

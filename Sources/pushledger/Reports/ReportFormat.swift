import Reporting

/// A format in which a run renders each of its reports; the raw value is its name in the configuration.
///
/// To add one, add a case, the ending of its files, and what renders it.
enum ReportFormat: String, CaseIterable {
  case markdown

  static var names: [String] { allCases.map(\.rawValue) }

  var fileExtension: String {
    switch self {
    case .markdown: "md"
    }
  }

  func text(of page: Page) -> String {
    switch self {
    case .markdown: MarkdownPage().text(of: page)
    }
  }
}

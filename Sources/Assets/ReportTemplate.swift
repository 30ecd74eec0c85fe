/// A report's template: a Markdown file of `reports/`, which is compiled into the program.
package struct ReportTemplate: Sendable {
  /// Every file of the folder.
  package static let all = AssetFiles.names(in: "reports", ending: ".md").map(ReportTemplate.init)

  /// What people type, and the file's name without `.md`.
  package let name: String

  /// The file.
  package var text: String { AssetFiles.text(of: "reports/\(name).md") }
}

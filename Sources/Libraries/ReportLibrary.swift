import Assets
package import Prose
package import Reporting
import UserFiles

/// Every report that has a name: the built-in templates, and the files of the user's folder, which stand before them.
package struct ReportLibrary {
  package struct Template {
    package let name: String
    /// What messages call it: `daily.md`, or the file's path.
    package let origin: String
    package let text: String
    /// The file it came from; `nil` when it is built in.
    package var path: String?

    /// What it says about itself.
    package var header: TemplateHeader {
      get throws { try Reporting.Template.header(of: text, name: origin) }
    }
  }

  /// By name, in order.
  package let templates: [Template]

  /// - Parameter folder: whose `.md` files replace built-in templates of the same name and add others; `nil` for none.
  /// - Throws: `Failure` of kind `inputMissing` or `permission` when the folder or one of its files cannot be read.
  package init(folder: String? = nil) throws(Failure) {
    var byName: [String: Template] = [:]
    for template in ReportTemplate.all {
      byName[template.name] = Template(
        name: template.name, origin: "\(template.name).md", text: template.text)
    }
    for name in try folder.map(Self.names) ?? [] {
      let path = "\(folder ?? "")/\(name).md"
      byName[name] = Template(
        name: name, origin: path, text: try TextFile.read(path, limit: 1 << 20), path: path)
    }
    templates = byName.values.sorted { $0.name < $1.name }
  }

  /// The names of the templates in a folder, whose files are not looked into.
  package static func names(in folder: String) throws(Failure) -> [String] {
    try TextFile.names(in: folder)
      .filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") && $0 != "README.md" }.map {
        String($0.dropLast(3))
      }
  }

  package var names: [String] { templates.map(\.name) }

  /// - Throws: `Failure` of kind `usage` with the name that was probably meant.
  package func template(named name: String) throws(Failure) -> Template {
    if let template = templates.first(where: { $0.name == name }) { return template }
    throw Failure.usage(
      "no report is called '\(name.escapedForTerminal())'",
      advice: Suggestion.nearest(to: name, in: names) ?? "there are \(names.joined(separator: ", "))")
  }
}

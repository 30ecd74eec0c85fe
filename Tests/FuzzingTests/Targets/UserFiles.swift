import Assets
import Diagnosis
import Prose
import ReceiptModel
import Reporting

@testable import ConfigurationReading
@testable import pushledger

extension FuzzTarget {
  /// `pushledger.json5`: read, or refused in words that show nothing a terminal would obey.
  static let configuration = FuzzTarget(name: "configuration") { input in
    var configuration = ResolvedConfiguration()
    do throws(ConfigurationError) {
      try ConfigurationFile(path: "pushledger.json5", bytes: input).apply(to: &configuration)
    } catch {
      let words = error.message.told() + (error.advice?.told() ?? "")
      try promise(words.unicodeScalars.allSatisfy(isShown), "a message holds what a terminal obeys: \(words)")
    }
  }

  /// A catalogue of translations in the format of gettext; what is wrong with it has a line.
  static let catalogue = FuzzTarget(name: "catalogue") { input in
    guard let text = String(validating: input, as: UTF8.self) else { return }
    var line = 1
    do throws(CatalogueError) { _ = try Catalogue(parsing: text).translations } catch { line = error.line }
    try promise((1...lineCount(text) + 1).contains(line), "an error stands in line \(line)")
  }

  /// A table of failure reasons; what is wrong with it has a line.
  static let failureReasons = FuzzTarget(name: "failure-reasons") { input in
    guard let text = String(validating: input, as: UTF8.self) else { return }
    var line = 1
    do throws(FailureReasons.Mistake) { _ = try FailureReasons(csv: text).before(.builtIn) } catch {
      line = error.line
    }
    try promise((1...lineCount(text) + 1).contains(line), "an error stands in line \(line)")
  }

  /// A report of the user's, checked and filled in; whatever is wrong with it has a line.
  static let template = FuzzTarget(name: "template") { input in
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let answer = ResultTable(
      columns: [ResultColumn("name"), ResultColumn("n", unit: "deliveries"), .share("share")],
      rows: [[.text("a|b"), .integer(3), .real(0.5)], [.null, .null, .null]])
    let context = TemplateContext(
      values: ["day": "Monday"], blocks: ["table": { [.paragraph("a")] }],
      conditions: ["yes": true, "no": false], arguments: ["app_key": .text("333"), "channel": nil],
      queries: TemplateQueries(
        shape: { _, _ in QueryShape(parameters: ["top", "limit"], columns: answer.columns) },
        answer: { _, _, _ in answer }))
    do {
      _ = MarkdownPage().text(of: try Template(name: "t.md", parsing: text).render(context).page)
    } catch let error as TemplateError {
      try promise((1...lineCount(text) + 1).contains(error.line), "an error stands in line \(error.line)")
    }
  }
}

private func lineCount(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } + 1 }

/// Whether a terminal shows a character and does nothing else with it.
func isShown(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: false
  default: true
  }
}

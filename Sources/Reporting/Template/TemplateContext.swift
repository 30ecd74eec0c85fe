package import Prose
package import ReceiptModel

/// What the names in a template stand for.
package struct TemplateContext {
  /// Words for `{{value}}`.
  package var values: [String: Phrase]
  /// Parts for `{{block}}`; empty when there is nothing to say.
  package var blocks: [String: () -> [Page.Block]]
  /// Pictures for `{{chart}}`; `nil` when there is nothing to draw.
  package var charts: [String: () -> Chart?]
  /// Blocks that this report cannot have, and what it lacks for each.
  package var missing: [String: Phrase] = [:]
  /// For `{{if}}`.
  package var conditions: [String: Bool]
  /// The values that queries can take as `$name`; `nil` is no value, which every stored query takes as no limit.
  package var arguments: [String: Cell?]
  package var queries: TemplateQueries
  /// The time zone in which times are written.
  package var zone = ReportZone.utc

  package init(
    values: [String: Phrase] = [:], blocks: [String: () -> [Page.Block]] = [:],
    charts: [String: () -> Chart?] = [:],
    conditions: [String: Bool] = [:], arguments: [String: Cell?] = [:], queries: TemplateQueries
  ) {
    self.values = values
    self.blocks = blocks
    self.charts = charts
    self.conditions = conditions
    self.arguments = arguments
    self.queries = queries
  }
}

/// Answers the stored queries of a template.
package struct TemplateQueries {
  /// What a query takes and gives, before it is asked.
  ///
  /// - Throws: for a query that does not exist or cannot run, best `TemplateError`.
  package var shape: (_ name: String, _ line: Int) throws -> QueryShape
  /// - Parameter arguments: by the names of the query's parameters; parameters without an argument are free.
  package var answer: (_ name: String, _ arguments: [String: Cell], _ line: Int) throws -> ResultTable

  package init(
    shape: @escaping (_ name: String, _ line: Int) throws -> QueryShape,
    answer: @escaping (_ name: String, _ arguments: [String: Cell], _ line: Int) throws -> ResultTable
  ) {
    self.shape = shape
    self.answer = answer
  }
}

/// The file that DuckDB's command line runs.
///
/// It takes in the events that this program has read, computes the model and writes its relations, all in the folder
/// where it is started. So the file holds no path.
package struct DuckDBJob: Sendable {
  package let head: JobHead
  package let settings: JobSettings

  package init(run: String, settings: JobSettings) {
    head = JobHead(run: run, engine: .duckDB, settings: settings.digest)
    self.settings = settings
  }

  package var text: String {
    ([Self.settingStatements, Self.tables] + InputTable.allCases.map(Self.filling)
      + JobInputs(settings: settings, literals: LiteralWriter(.duckDB)).statements + TableModel.statements
      + writing).joined(separator: "\n")
  }

  /// What the program writes for DuckDB to read, a folder of JSON Lines each, named after the table.
  enum InputTable: String, CaseIterable {
    case event
    case rejectedReason = "rejected_reason"
    case lineCount = "line_count"

    /// Out of the way of the relations, since one of them has the name of a table.
    var folder: String { "_\(rawValue)" }

    var columns: [(name: String, isNumber: Bool)] {
      switch self {
      case .event:
        ModelEvent.texts.map { ($0, false) } + [("at_ms", true)] + ModelEvent.attributes.map { ($0, false) }
      case .rejectedReason: [("reason", false), ("lines", true)]
      case .lineCount: LineAccount.columns.map { ($0, true) }
      }
    }
  }

  /// DuckDB fetches nothing from anywhere, and puts what does not fit into memory where the output goes.
  private static let settingStatements = """
    SET autoinstall_known_extensions = false;
    SET autoload_known_extensions = false;
    SET temp_directory = '_spill';

    """

  private static var tables: String {
    InputTable.allCases.map { table in
      let columns = table.columns.map { "\($0.name) \($0.isNumber ? "BIGINT" : "VARCHAR") NOT NULL" }
      return "CREATE TABLE \(table.rawValue)(\(columns.joined(separator: ", ")));\n"
    }.joined()
  }

  /// Declares every column's type, so that DuckDB takes no text for a number or a date.
  private static func filling(_ table: InputTable) -> String {
    let columns = table.columns.map { "\($0.name): '\($0.isNumber ? "BIGINT" : "VARCHAR")'" }
    return """
      INSERT INTO \(table.rawValue) SELECT * FROM read_json('\(table.folder)/\(RowFile.part)',
        format = 'newline_delimited', columns = {\(columns.joined(separator: ", "))});

      """
  }

  private var writing: [String] {
    Relation.allCases.map { relation in
      "COPY (\n\(relation.query(head))\n) TO '\(relation.rawValue)/\(RowFile.part)' (FORMAT json);\n"
    }
  }
}

import ReceiptModel

/// The relations of settings that the model reads, made from literals.
struct JobInputs {
  let settings: JobSettings
  let literals: LiteralWriter

  /// Statements that make `channel_rule`, `known_app` and `rule`, in the SQL that the engines share.
  var statements: [String] { [channels, apps, rule] }

  private var channels: String {
    let rows = settings.channels.entries.sorted { $0.key < $1.key }.map { name, traits in
      let parts = [traits.arrivalIsDeviceEvidence, traits.measurable, traits.extensionReceipts]
      return "(\(literals.text(name)), \(parts.map { $0 ? "1" : "0" }.joined(separator: ", ")))"
    }
    return view(
      "channel_rule", columns: ["channel"],
      numbers: ["arrival_is_evidence", "is_measurable", "gives_receipts"], rows, none: "('', 1, 1, 1)")
  }

  private var apps: String {
    let rows = settings.appKeys.map { "(\(literals.text($0)))" }
    return view("known_app", columns: ["app_key"], numbers: [], rows, none: "('')")
  }

  private var rule: String {
    let values = [
      ("scope_start_ms", settings.scope.lowerBound), ("scope_end_ms", settings.scope.upperBound),
      ("settled_until_ms", settings.settledUntil), ("ack_timeout_ms", settings.ackTimeout),
      ("ack_budget_ms", settings.ackBudget), ("sample_limit", Int64(settings.sampleLimit)),
    ]
    let columns = values.map { "CAST(\($0.1) AS BIGINT) AS \($0.0)" }
    return "CREATE TEMPORARY VIEW rule AS\nSELECT \(columns.joined(separator: ",\n  "));\n"
  }

  /// - Parameter none: a row that stands in for an empty list, which no engine takes, and that the query leaves out.
  private func view(
    _ name: String, columns: [String], numbers: [String], _ rows: [String], none: String
  ) -> String {
    let selected = columns + numbers.map { "CAST(\($0) AS BIGINT) AS \($0)" }
    let values = rows.isEmpty ? none : rows.joined(separator: ",\n  ")
    return """
      CREATE TEMPORARY VIEW \(name) AS
      WITH given(\((columns + numbers).joined(separator: ", "))) AS (VALUES
        \(values))
      SELECT \(selected.joined(separator: ", ")) FROM given\(rows.isEmpty ? " WHERE 1 = 0" : "");

      """
  }
}

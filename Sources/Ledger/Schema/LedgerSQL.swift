import Assets
import ReceiptModel

/// The SQL of `queries/ledger`: tables, views, and definitions that several statements share.
enum LedgerSQL {
  /// A file with what the program puts into its places.
  ///
  /// - Parameters:
  ///   - file: below `queries/ledger`, without `.sql`.
  ///   - values: what stands in places of its own.
  static func text(_ file: String, _ values: [String: String] = [:]) -> String {
    places.fill(AssetFiles.text(of: "queries/ledger/\(file).sql"), values)
  }

  /// The one statement of a file, without its semicolon, so that it can stand in another.
  static func statement(_ file: String, _ values: [String: String] = [:]) -> String {
    QueryHeader.statement(of: text(file, values))
  }

  /// The name of the kind whose raw value stands in a column.
  static func kindName(_ column: String) -> String {
    places.fill("CASE \(column) {{cases kinds: WHEN $number THEN '$name'}} END")
  }

  private static let places = SQLPlaces(
    [
      "link_states": LinkState.allCases.map { ["name": $0.name, "number": "\($0.rawValue)"] },
      "link_reasons": LinkReason.allCases.map { ["name": $0.name, "number": "\($0.rawValue)"] },
      "linkable": LinkDefinition.kinds.map { kind in
        let proof = kind == .arrived ? " AND c.arrival_is_evidence AND r.arrival_is_evidence" : ""
        let reason = kind == .arriveFailed ? "coalesce(d.reason_ref, 0)" : "0"
        return SQLPlaces.row(kind).merging(["proof": proof, "reason": reason]) { $1 }
      },
      "timed": EventKind.timed.map(firstTime), "answers": PublicView.answers.map(firstTime),
      "metrics": Metric.allCases.map {
        [
          "name": $0.rawValue, "numerator": $0.numeratorSQL, "denominator": $0.denominatorSQL,
          "meaning": $0.definition,
        ]
      },
      "proofs": PublicView.proofs.map(SQLPlaces.row),
      "parts": Count.allCases.flatMap { part in
        Count.allCases.filter { part != $0 && part.isPart(of: $0) }.map {
          ["part": part.name, "whole": $0.name]
        }
      },
      "reasons": FailureReasons.builtIn.entries.enumerated().map { place, entry in
        [
          "place": "\(place)", "channel": literal(entry.channel), "code": literal(entry.code),
          "text": literal(entry.text), "prefix": entry.isPrefix ? "1" : "0",
          "category": literal(entry.category.rawValue),
        ]
      },
      "steps": ExtensionStep.allCases.map { ["name": $0.rawValue, "number": "\($0.number)"] },
    ],
    constants: [
      "period": "\(CohortTable.versions.hours)",
      // The device id of `f` as it was given.
      "device_id": "CASE typeof(f.device) WHEN 'blob' THEN lower(hex(f.device)) ELSE f.device END",
    ],
    conditions: [
      "is_counted": QueryHeader.statement(of: AssetFiles.text(of: "queries/ledger/loaded/is-counted.sql"))
    ])

  /// A kind with the public name of its first time.
  private static func firstTime(_ kind: EventKind) -> SQLPlaces.Row {
    SQLPlaces.row(kind).merging(["column": Schema.column(of: kind.name)]) { $1 }
  }

  private static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}

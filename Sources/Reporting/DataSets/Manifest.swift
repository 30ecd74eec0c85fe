import Digest
package import ReceiptModel

/// The file that says what the files beside it are: written last, so a reader who follows it sees one whole export.
package struct Manifest: Sendable {
  /// Raised whenever a column is added or a definition changes.
  package static let schemaVersion = 2

  package struct File: Sendable {
    package var name: String
    /// Of a data set, whose rows are in the file; `nil` for what is no table: a report, a list of findings, a snapshot.
    package var table: (description: DataSetDescription, rowCount: Int)?
    package var sha256: String
    package var byteCount: Int

    /// - Parameter content: the bytes of the file.
    package init(name: String, dataSet: DataSet? = nil, content: [UInt8]) {
      self.init(name: name, dataSet: dataSet, sha256: SHA256.hex(content.span), byteCount: content.count)
    }

    package init(name: String, dataSet: DataSet? = nil, sha256: String, byteCount: Int) {
      self.name = name
      table = dataSet.map { ($0.description, $0.rows.count) }
      self.sha256 = sha256
      self.byteCount = byteCount
    }
  }

  package var toolVersion: String
  package var asOf: Instant
  package var zone: ReportZone
  package var since: Instant?
  package var until: Instant?
  package var files: [File]
  /// Days of which only sums that were counted elsewhere are there: their names, and of which run; empty in most exports.
  package var loadedDays: [(day: String, run: String)] = []
  /// What a run found; `nil` for an export, which judges nothing.
  package var verdict: RunVerdict?

  package init(
    toolVersion: String, asOf: Instant, zone: ReportZone, since: Instant?, until: Instant?, files: [File],
    verdict: RunVerdict? = nil
  ) {
    self.toolVersion = toolVersion
    self.asOf = asOf
    self.zone = zone
    self.since = since
    self.until = until
    self.files = files
    self.verdict = verdict
  }

  /// The manifest as JSON, the same bytes for the same export.
  package var json: [UInt8] {
    var output: [UInt8] = []
    func add(_ text: String) { output += text.utf8 }
    func string(_ text: String) { JSONText.append(text, to: &output) }
    func field(_ name: String, _ value: String?, indent: String, last: Bool = false) {
      add("\(indent)\"\(name)\": ")
      if let value { string(value) } else { add("null") }
      add(last ? "\n" : ",\n")
    }
    add("{\n  \"tool\": \"pushledger\",\n")
    field("tool_version", toolVersion, indent: "  ")
    add("  \"schema_version\": \(Self.schemaVersion),\n")
    field("as_of", zone.iso(asOf), indent: "  ")
    add("  \"as_of_ms\": \(asOf.milliseconds),\n")
    field("time_zone", zone.name, indent: "  ")
    add("  \"window\": {\n")
    field("since", since.map(zone.iso), indent: "    ")
    field("until", until.map(zone.iso), indent: "    ", last: true)
    add("  },\n")
    if !loadedDays.isEmpty {
      add("  \"loaded_days\": [\n")
      for (index, loaded) in loadedDays.enumerated() {
        add("    {\n")
        field("day", loaded.day, indent: "      ")
        field("run", loaded.run, indent: "      ", last: true)
        add(index + 1 < loadedDays.count ? "    },\n" : "    }\n")
      }
      add("  ],\n")
    }
    if let verdict { add(text(of: verdict)) }
    add("  \"files\": [")
    for (index, file) in files.enumerated() {
      add(index == 0 ? "\n    {\n" : ",\n    {\n")
      field("name", file.name, indent: "      ")
      guard let (description, rowCount) = file.table else {
        field("sha256", file.sha256, indent: "      ", last: true)
        add("    }")
        continue
      }
      add("      \"rows\": \(rowCount),\n")
      field("sha256", file.sha256, indent: "      ")
      add("      \"columns\": [\n")
      for (place, column) in description.columns.enumerated() {
        add("        {\"name\": ")
        string(column.column.name)
        add(", \"type\": ")
        string(column.column.type?.rawValue ?? "text")
        add(", \"unit\": ")
        if let unit = column.column.unit { string(unit) } else { add("null") }
        add(", \"definition\": ")
        string(column.definition)
        add(place + 1 < description.columns.count ? "},\n" : "}\n")
      }
      add("      ]\n    }")
    }
    add(files.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
    return output
  }

  /// Names, numbers and times only: nothing here needs an escape.
  private func text(of verdict: RunVerdict) -> String {
    func time(_ milliseconds: Int64?) -> String {
      milliseconds.map { "\"\(zone.iso(Instant(milliseconds: $0)))\"" } ?? "null"
    }
    let rates = verdict.rates.map {
      """
          {"name": "\($0.name)", "numerator": \($0.rate.numerator), "denominator": \($0.rate.denominator)}
      """
    }
    return """
        "verdict": {
          "state": "\(verdict.state.name)",
          "critical": \(verdict.critical),
          "warnings": \(verdict.warnings),
          "notes": \(verdict.notes),
          "judged_since": \(time(verdict.window?.lowerBound)),
          "judged_until": \(time(verdict.window?.upperBound))
        },
        "rates": [
      \(rates.joined(separator: ",\n"))
        ],

      """
  }
}

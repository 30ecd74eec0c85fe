internal import Digest
package import ReceiptModel

/// The file that says what the files beside it are: written last, so a reader who follows it sees one whole export.
package struct Manifest: Sendable {
  /// Raised whenever a column is added or a definition changes.
  package static let schemaVersion = 2

  package struct File: Sendable {
    package var name: String
    package var dataSet: DataSet
    package var sha256: String
    package var byteCount: Int

    /// - Parameter content: the bytes of the file.
    package init(name: String, dataSet: DataSet, content: [UInt8]) {
      self.name = name
      self.dataSet = dataSet
      sha256 = SHA256.hex(content.span)
      byteCount = content.count
    }
  }

  package var toolVersion: String
  package var asOf: Instant
  package var zone: ReportZone
  package var since: Instant?
  package var until: Instant?
  package var files: [File]

  package init(
    toolVersion: String, asOf: Instant, zone: ReportZone, since: Instant?, until: Instant?, files: [File]
  ) {
    self.toolVersion = toolVersion
    self.asOf = asOf
    self.zone = zone
    self.since = since
    self.until = until
    self.files = files
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
    add("  },\n  \"files\": [")
    for (index, file) in files.enumerated() {
      add(index == 0 ? "\n    {\n" : ",\n    {\n")
      field("name", file.name, indent: "      ")
      add("      \"rows\": \(file.dataSet.rows.count),\n")
      field("sha256", file.sha256, indent: "      ")
      add("      \"columns\": [\n")
      for (place, column) in file.dataSet.columns.enumerated() {
        add("        {\"name\": ")
        string(column.column.name)
        add(", \"type\": ")
        string(column.column.type?.rawValue ?? "text")
        add(", \"unit\": ")
        if let unit = column.column.unit { string(unit) } else { add("null") }
        add(", \"definition\": ")
        string(column.definition)
        add(place + 1 < file.dataSet.columns.count ? "},\n" : "}\n")
      }
      add("      ]\n    }")
    }
    add(files.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
    return output
  }
}

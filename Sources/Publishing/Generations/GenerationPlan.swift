package import Reporting

/// The parts of a generation.
package struct GenerationPlan {
  package let dataSets: [DataSetKind]
  package let requests: [ReportRequest]
  package let formats: [ReportFormat]
  /// Whether a snapshot for dashboards is part of it.
  package let snapshot: Bool

  package init(
    dataSets: [DataSetKind], requests: [ReportRequest], formats: [ReportFormat], snapshot: Bool
  ) {
    self.dataSets = dataSets
    self.requests = requests
    self.formats = formats
    self.snapshot = snapshot
  }

  static let snapshotName = "snapshot"

  /// The files of a generation in the order in which they are written.
  package var fileNames: [String] {
    dataSets.map { "\($0.rawValue).csv" }
      + requests.flatMap { report in
        formats.flatMap { format in
          (format == .markdown ? ["\(report.name)-*.svg"] : []) + ["\(report.name).\(format.fileEnding)"]
        }
      }
      + ["check.json", "check.md"]
      + (snapshot ? ["\(Self.snapshotName).db", "\(Self.snapshotName).metadata.json"] : [])
      + (dataSets.isEmpty ? [] : ["datapackage.json"]) + ["manifest.json"]
  }
}

package import Reporting

/// The parts of a generation.
package struct GenerationPlan {
  package let dataSets: [DataSetKind]
  package let requests: [ReportRequest]
  package let formats: [ReportFormat]
  /// Whether a snapshot for dashboards is part of it.
  package let snapshot: Bool
  /// Where the index of the folder is that it goes into.
  package let index: IndexPlace

  package init(
    dataSets: [DataSetKind], requests: [ReportRequest], formats: [ReportFormat], snapshot: Bool,
    index: IndexPlace
  ) {
    self.dataSets = dataSets
    self.requests = requests
    self.formats = formats
    self.snapshot = snapshot
    self.index = index
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

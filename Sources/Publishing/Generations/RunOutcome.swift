import Ledger
package import ReceiptModel
package import Reporting
import Snapshot

/// What a run makes of the ledger as of one moment: its findings and the files of a generation.
///
/// The same ledger, configuration and moment give the same bytes.
package struct RunOutcome {
  let plan: GenerationPlan
  let sources: ReportSources
  /// "Now" for the check, the data sets and the reports alike.
  package let asOf: Instant
  package let report: CheckReport
  package let verdict: RunVerdict
  package let judged: LedgerView
  let exported: LedgerView

  /// - Parameters:
  ///   - judged: the view that the check and the reports are about.
  ///   - exported: the view that data sets and snapshot hold, as of the same moment.
  ///   - ledgerOptions: the options by which another command finds the same ledger.
  /// - Precondition: the caller holds the lock of the ledger.
  package init(
    _ plan: GenerationPlan, judged: LedgerView, exported: LedgerView, sources: ReportSources,
    ledgerOptions: [String]
  ) throws {
    self.plan = plan
    self.sources = sources
    self.judged = judged
    self.exported = exported
    asOf = Instant(milliseconds: judged.scope.asOf)
    var report = try judged.checkReport(ledgerOptions: ledgerOptions)
    report.index = plan.index
    self.report = report
    verdict = RunVerdict(report)
  }

  /// Writes every file, the manifest last.
  ///
  /// - Parameter pause: called between two files; what it throws ends the writing.
  /// - Returns: the manifest and what the reports make public.
  package func write(
    into staged: inout StagedGeneration, pause: () throws -> Void
  ) throws -> (manifest: [UInt8], publications: [Publication]) {
    let language = judged.language
    try pause()
    try exported.forEachDataSet(plan.dataSets, includesSilentFlags: false) { kind, dataSet in
      try pause()
      try staged.write(dataSet, to: "\(kind.rawValue).csv")
    }
    let publications = try writeReports(into: &staged, pause)
    try staged.write(FindingsJSON.text(of: report, in: language), to: "check.json")
    try staged.write(MarkdownPage(language: language).text(of: Page(report)), to: "check.md")
    if plan.snapshot {
      // Whoever leaves the flags out of the data sets wants no device id to leave the ledger.
      let snapshot = try exported.snapshot(flags: plan.dataSets.contains(.flags) ? .telling : .none)
      try staged.add("\(GenerationPlan.snapshotName).db") { try snapshot.write(to: $0) }
      try staged.write(
        DatasetteMetadata(snapshot, databaseName: GenerationPlan.snapshotName).json,
        to: "\(GenerationPlan.snapshotName).metadata.json")
      try pause()
    }
    var manifest = Manifest(try exported.basis(), files: staged.files, verdict: verdict)
    if !plan.dataSets.isEmpty {
      try staged.write(DataPackage(manifest, flavour: .standard).json, to: "datapackage.json")
      manifest.files = staged.files
    }
    let bytes = manifest.json
    try staged.writeUnlisted(bytes, to: "manifest.json")
    return (bytes, publications)
  }

  /// - Returns: what the reports make public.
  private func writeReports(
    into staged: inout StagedGeneration, _ pause: () throws -> Void
  ) throws -> [Publication] {
    let writer = try ReportWriter(judged, sources: sources)
    var publications: [Publication] = []
    for request in plan.requests {
      try pause()
      var input = try writer.input(for: request, as: plan.formats)
      input.index = plan.index
      for (place, format) in plan.formats.enumerated() {
        let report = try writer.report(request, input, as: format)
        for file in ReportFiles(format: format, language: judged.language).files(
          of: [report], stem: request.name)
        {
          try staged.write(file.bytes, to: file.name)
        }
        if place == 0 { publications.append(report.publication) }
      }
    }
    return publications
  }

  /// Remembers what was made public, so that later reports tell what has changed since; the caller holds the lock.
  package func remember(
    _ publications: [Publication], shouldStop: @escaping @Sendable () -> Bool
  ) throws {
    try ReportWriter.publish(publications, beside: judged.store, shouldStop: shouldStop)
  }
}

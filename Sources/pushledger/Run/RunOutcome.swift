import CommandLineKit
import Ledger
import Publishing
import ReceiptModel
import Reporting
import Snapshot

/// What a run makes of the ledger as of one moment: its findings, and the files of a generation.
///
/// The same ledger, configuration and moment give the same bytes.
struct RunOutcome {
  let session: Session
  let plan: RunPlan
  /// "Now" for the check, the data sets and the reports alike.
  let asOf: Instant
  let report: CheckReport
  let verdict: RunVerdict
  private let judged: LedgerView
  private let exported: LedgerView

  /// - Precondition: the caller holds the lock of the ledger.
  init(session: Session, plan: RunPlan) throws {
    let store = try session.openLedger(holdingLock: true)
    try store.beginSnapshot()
    let clock = Session.clock
    let asOf = try session.asOf(plan.window.asOf, of: store, clock: clock)
    var judgedWindow = plan.window
    judgedWindow.since = nil
    judged = try session.view(judgedWindow, of: store, asOf: asOf, clock: clock)
    exported = try session.view(plan.window, of: store, asOf: asOf, clock: clock)
    report = try judged.checkReport(
      appNames: session.configuration.appNames, ledgerOptions: session.ledgerOptions)
    verdict = RunVerdict(report)
    self.session = session
    self.plan = plan
    self.asOf = asOf
  }

  /// What findings alone would end with.
  var exitCode: ExitCode { plan.failOn.counted(verdict.state).exitCode }

  /// Writes every file, the manifest last.
  ///
  /// - Returns: the manifest, and what the reports make public.
  func write(into staged: inout StagedGeneration) throws -> (manifest: [UInt8], publications: [Publication]) {
    for name in plan.dataSets {
      try CommandFailure.stopIfInterrupted()
      let dataSet = try exported.dataSet(name, includesSilentFlags: false)
      try staged.write(dataSet.csv(), to: "\(name).csv", dataSet: dataSet)
    }
    let publications = try writeReports(into: &staged)
    try staged.write(FindingsJSON.text(of: report, in: session.language), to: "check.json")
    try staged.write(MarkdownPage(language: session.language).text(of: Page(report)), to: "check.md")
    if plan.snapshot {
      // Who leaves the flags out of the data sets wants no device id to leave the ledger.
      let snapshot = try exported.snapshot(
        session.configuration, flags: plan.dataSets.contains("flags") ? .telling : .none)
      try staged.add("\(RunPlan.snapshotName).db") { try snapshot.write(to: $0) }
      try staged.write(
        DatasetteMetadata(snapshot, databaseName: RunPlan.snapshotName).json,
        to: "\(RunPlan.snapshotName).metadata.json")
      try CommandFailure.stopIfInterrupted()
    }
    var manifest = Manifest(
      toolVersion: PushLedger.version, asOf: asOf, zone: session.zone, since: exported.since,
      until: exported.until, files: staged.files, verdict: verdict)
    manifest.loadedDays = try exported.loadedDays()
    if !plan.dataSets.isEmpty {
      try staged.write(DataPackage(manifest, flavour: .standard).json, to: "datapackage.json")
      manifest.files = staged.files
    }
    let bytes = manifest.json
    try staged.writeUnlisted(bytes, to: "manifest.json")
    return (bytes, publications)
  }

  /// - Returns: what the reports make public.
  private func writeReports(into staged: inout StagedGeneration) throws -> [Publication] {
    var options = ReportOptions()
    options.common = session.options
    options.window = plan.window
    options.window.since = nil
    var publications: [Publication] = []
    for request in plan.requests {
      try CommandFailure.stopIfInterrupted()
      var input: ReportInput?
      for (place, format) in plan.formats.enumerated() {
        options.format = format
        let run = ReportRun(session: session, options: options, templates: plan.library)
        let writer = try run.writer(judged)
        let gathered = try input ?? writer.input(for: request)
        input = gathered
        let report = try run.report(request, gathered, by: writer)
        for file in ReportFiles(format: format, language: session.language).files(
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
  func remember(_ publications: [Publication]) throws {
    try ReportRun.publish(publications, beside: judged.store)
  }
}

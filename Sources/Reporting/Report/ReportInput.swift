package import Diagnosis
package import ReceiptModel
import Threads

/// Everything a report is made of, as values: the same input gives the same bytes.
package struct ReportInput: Sendable {
  package var toolVersion: String
  package var zone: ReportZone
  package var scope: ReportScope
  /// The window as options with instants: `--since 2026-09-21T00:00:00.000+00:00`; empty when none was named.
  package var window: String
  /// The names that the configuration gives apps, by AppKey.
  package var appNames: [String: String]
  /// The worth of each channel's receipts.
  package var channelTable: ChannelTable
  /// The evidence that the rules judged of `scope.headline`, with the days of `scope.all` as its history.
  package var evidence: Evidence
  /// Those of `Evidence.hourCounters` by app version, the only part, of `scope.all`.
  package var dailyBuilds: CohortCells
  /// The message that the report is about; `nil` for a report on none.
  package var message: MessageSubject?
  /// The values of the report's parameters, by name.
  package var parameters: [String: Cell]
  /// Failures of `scope.headline`.
  package var failures: [FailureCell]
  /// What each campaign of `scope.headline` came to; empty where the report has no place for it.
  package var campaigns: [CampaignTotal]
  /// The months up to the reported days, in order; empty where the report has no place for them.
  package var months: [MonthTotal] = []
  package var findings: [Finding]
  /// How to ask for the rows behind them.
  package var rows: RowsCommand
  /// The command that renders this report again.
  package var command: String
  /// Name and digest of each stored query the report uses.
  package var queries: [(name: String, digest: String)]
  /// Days whose numbers have changed since an earlier report published them, in order.
  package var restated: [RestatedDay]
  /// Where the pages of the run are that the report is part of; `nil` for one by itself.
  package var index: IndexPlace?
  /// What the report rests on besides the ledger.
  package var origin: ReportOrigin
  /// What `dataDigest` is made of, once it was digested.
  var ledgerText: Concurrently<CanonicalText>?

  /// - Parameter evidence: `nil` for none.
  package init(
    toolVersion: String, zone: ReportZone, scope: ReportScope, window: String = "",
    appNames: [String: String] = [:], channelTable: ChannelTable = ChannelTable(), evidence: Evidence? = nil,
    dailyBuilds: CohortCells = [], message: MessageSubject? = nil, parameters: [String: Cell] = [:],
    failures: [FailureCell] = [], campaigns: [CampaignTotal] = [],
    findings: [Finding] = [], rows: RowsCommand? = nil, command: String,
    queries: [(name: String, digest: String)] = [], restated: [RestatedDay] = [],
    origin: ReportOrigin = ReportOrigin()
  ) {
    self.toolVersion = toolVersion
    self.zone = zone
    self.scope = scope
    self.window = window
    self.appNames = appNames
    self.channelTable = channelTable
    self.evidence = evidence ?? Evidence(scope: scope.headline, history: scope.all.days)
    self.dailyBuilds = dailyBuilds
    self.parameters = parameters
    self.failures = failures
    self.campaigns = campaigns
    self.findings = findings.sorted()
    self.rows = rows ?? RowsCommand(of: self.evidence, zone: zone)
    self.command = command
    self.queries = queries
    self.restated = restated
    self.origin = origin
    if let message { narrow(to: message) }
  }

  /// Makes it a report on a message: what was found of others is left out.
  package mutating func narrow(to message: MessageSubject) {
    self.message = message
    let judged = rows.window ?? 0..<0
    findings.removeAll { finding in
      !message.explanations.contains { $0.isConcerned(by: finding, judged: judged) }
    }
  }
}

internal import Diagnosis
package import ReceiptModel

/// Everything a report is made of, as values: the same input gives the same bytes.
package struct ReportInput: Sendable {
  package var toolVersion: String
  package var zone: ReportZone
  package var scope: ReportScope
  /// The window in the user's words: `--since yesterday`; empty when none was named.
  package var window: String
  /// What people call their apps, by AppKey, from the configuration.
  package var appNames: [String: String]
  /// Counters by channel of `scope.all`.
  package var cells: [CohortCell]
  /// UTC hours of `scope.all`, cut where a day begins or ends within one.
  package var hours: [DaySpan]
  /// Counters by channel; `day` is the place in `hours`.
  package var hourCells: [CohortCell]
  /// Counters by app version and OS version of `scope.headline`.
  package var versions: [CohortCell]
  /// Failures of `scope.headline`.
  package var failures: [FailureCell]
  /// What the reasons of failures mean.
  package var reasons: FailureReasons
  /// Counters by message of `scope.headline`; the first ten by sends are shown, so more than those may be left out.
  package var messages: [CohortCell]
  /// How many messages the reported days have in all.
  package var messageCount: Int
  /// Flags of `scope.headline`.
  package var flags: [FlagCount]
  /// Health of `scope.headline`.
  package var health: Health
  package var findings: [Finding]
  /// The command that renders this report again.
  package var command: String
  /// Name and digest of each stored query the report uses.
  package var queries: [(name: String, digest: String)]

  package init(
    toolVersion: String, zone: ReportZone, scope: ReportScope, window: String = "",
    appNames: [String: String] = [:], cells: [CohortCell] = [], hours: [DaySpan] = [],
    hourCells: [CohortCell] = [], versions: [CohortCell] = [],
    failures: [FailureCell] = [], reasons: FailureReasons = .builtIn, messages: [CohortCell] = [],
    messageCount: Int? = nil,
    flags: [FlagCount] = [], health: Health = Health(), findings: [Finding] = [], command: String,
    queries: [(name: String, digest: String)] = []
  ) {
    self.toolVersion = toolVersion
    self.zone = zone
    self.scope = scope
    self.window = window
    self.appNames = appNames
    self.cells = cells
    self.hours = hours
    self.hourCells = hourCells
    self.versions = versions
    self.failures = failures
    self.reasons = reasons
    self.messages = messages
    self.messageCount = messageCount ?? messages.count
    self.flags = flags
    self.health = health
    self.findings = findings.sorted()
    self.command = command
    self.queries = queries
  }
}

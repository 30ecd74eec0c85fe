package import Importing
package import Reporting

/// What a run is told beside the configuration; what is `nil` or empty is left to its section `run`.
package struct RunRequest: Sendable {
  package var sources: [ImportSource] = []
  /// Whether the ledger is taken as it is.
  package var importsNothing = false
  package var output: String?
  /// By their names.
  package var reports: [String] = []
  /// By their names.
  package var dataSets: [String] = []
  package var since: String?
  package var asOf: String?
  /// Whether a snapshot for dashboards is part of the output, whatever the configuration says.
  package var snapshot = false
  /// How many generations are kept.
  package var keep: Int?
  package var failOn: FailureLimit?
  /// Whether only findings that the last generation does not tell of count for how the run ends.
  package var onlyNews = false
  /// The share of a file's lines that may be refused.
  package var maxRejects: Double?
  package var backups: String?
  /// Seconds.
  package var wait: Int?

  package init() {}
}

/// The files that a report was told to be made with, which the command that renders it again names, too.
package struct ReportSources: Sendable {
  /// The configuration file that was named.
  package var configuration: String?
  /// The folder of templates that was named.
  package var reports: String?
  /// The folder of queries that was named.
  package var queries: String?

  package init(configuration: String?, reports: String? = nil, queries: String? = nil) {
    self.configuration = configuration
    self.reports = reports
    self.queries = queries
  }
}

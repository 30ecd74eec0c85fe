/// What `pushledger run` reads and writes.
package struct RunSettings: Equatable, Sendable {
  /// Logs and folders of logs.
  package var logs: [String] = []
  /// The folder that everything goes into.
  package var output = "pushledger-out"
  /// Where people reach that folder by the web: `https://push.example/out`; `nil` for nowhere.
  package var address: String?
  package var reports = ["daily"]
  /// How reports are rendered: `markdown`.
  package var formats = ["markdown", "html"]
  /// Names of data sets, or `nil` for all.
  package var dataSets: [String]?
  /// From when on data sets have deliveries, in the words of `--since`; `nil` for all there are.
  package var since: String?
  /// Whether a snapshot for dashboards is part of the output.
  package var snapshot = false
  /// How many generations are kept.
  package var keep = 14
  /// From what on findings make the exit code other than 0: `warning`, `critical` or `never`.
  package var failOn = "warning"
  /// The metrics file; `nil` for `pushledger.prom` in the output folder.
  package var metrics: String?
  /// A folder of backups; `nil` for none.
  package var backups: String?
  package var keepBackups = 7
  /// How long to wait for another run to finish, in milliseconds.
  package var waitMilliseconds: Int64 = 0

  package init() {}
}

/// Each of them by its name in the configuration.
package enum RunSetting: String, CaseIterable, Sendable {
  case logs, output, address, reports, formats, dataSets, since, snapshot, keep, failOn, metrics, backups,
    keepBackups
  case wait

  /// The value as it would be written in the file.
  package func text(in run: RunSettings) -> String {
    switch self {
    case .logs: JSON5Text.list(run.logs)
    case .output: JSON5Text.quoted(run.output)
    case .address: text(run.address)
    case .reports: JSON5Text.list(run.reports)
    case .formats: JSON5Text.list(run.formats)
    case .dataSets: run.dataSets.map(JSON5Text.list) ?? "null"
    case .since: text(run.since)
    case .snapshot: "\(run.snapshot)"
    case .keep: "\(run.keep)"
    case .failOn: JSON5Text.quoted(run.failOn)
    case .metrics: text(run.metrics)
    case .backups: text(run.backups)
    case .keepBackups: "\(run.keepBackups)"
    case .wait: JSON5Text.quoted(DurationText.text(run.waitMilliseconds))
    }
  }

  /// What the setting is for, as documents and the manual say it.
  package var meaning: String {
    switch self {
    case .logs: "logs and folders of logs"
    case .output: "the folder that everything goes into; `--output`"
    case .address:
      """
      where that folder is reached by the web, such as `"https://push.example/out"`; mails and chats name its index, or \
      its path with `null`
      """
    case .reports: "reports to render; `--report`"
    case .formats: "formats of each report: `markdown`, `html`, `json`, `slack`, `dingtalk`, `wecom`"
    case .dataSets: "data sets to write; `null` is all; `--data-set`"
    case .since:
      """
      data sets hold deliveries from here on, such as `"last-90d"`; `null` is all there are; `--since`
      """
    case .snapshot:
      """
      whether a snapshot for dashboards, `snapshot.db`, is part of the output; \
      `--snapshot`
      """
    case .keep: "how many generations are kept; `--keep`"
    case .failOn:
      """
      findings from this severity on make the exit code other than 0: `warning`, `critical` or `never`; `--fail-on`
      """
    case .metrics: "the metrics file; `null` is `pushledger.prom` in the output folder"
    case .backups:
      """
      a folder that gets a backup of the ledger with each run; `null` is none; \
      `--backups`
      """
    case .keepBackups: "how many of them are kept"
    case .wait: "how long to wait for another run to finish; `--wait`"
    }
  }

  private func text(_ value: String?) -> String { value.map(JSON5Text.quoted) ?? "null" }
}

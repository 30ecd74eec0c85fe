extension RunSetting {
  /// What the setting is for, as documents and the manual say it.
  package var meaning: String {
    switch self {
    case .logs: "logs and folders of logs"
    case .output: "the folder that everything goes into; `--output`"
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
}

import ReceiptModel
import Reporting

extension ConfigurationFile {
  /// The section `run`; what it leaves out is as built in.
  func run(_ section: ConfigurationSection) throws(ConfigurationError) -> RunSettings {
    try section.allow(RunSetting.allCases.map(\.rawValue))
    var run = RunSettings()
    for setting in RunSetting.allCases {
      let key = setting.rawValue
      switch setting {
      case .logs: run.logs = try section.texts(key)?.map(besideFile) ?? run.logs
      case .output: run.output = besideFile(try section.text(key) ?? run.output)
      case .address: run.address = try section.address(key)
      case .reports: run.reports = try section.texts(key) ?? run.reports
      case .formats: run.formats = try section.texts(key, of: ReportFormat.names) ?? run.formats
      case .dataSets: run.dataSets = try section.texts(key, of: DataSetKind.names)
      case .since: run.since = try section.text(key)
      case .snapshot: run.snapshot = try section.bool(key) ?? run.snapshot
      case .keep: run.keep = try section.count(key) ?? run.keep
      case .failOn: run.failOn = try section.word(key, of: FailureLimit.names) ?? run.failOn
      case .metrics: run.metrics = try section.text(key).map(besideFile)
      case .backups: run.backups = try section.text(key).map(besideFile)
      case .keepBackups: run.keepBackups = try section.count(key) ?? run.keepBackups
      case .wait: run.waitMilliseconds = try section.duration(key) ?? run.waitMilliseconds
      }
    }
    return run
  }
}

import ReceiptModel
import Reporting

extension ConfigurationFile {
  /// The section `run`; what it leaves out is as built in.
  func run(_ section: ConfigurationSection) throws(ConfigurationError) -> RunSettings {
    try section.allow(RunSetting.allCases.map(\.rawValue))
    var run = RunSettings()
    func name(_ setting: RunSetting) -> String { setting.rawValue }
    run.logs = try section.texts(name(.logs))?.map(besideFile) ?? run.logs
    run.output = besideFile(try section.text(name(.output)) ?? run.output)
    run.reports = try section.texts(name(.reports)) ?? run.reports
    run.formats = try section.texts(name(.formats), of: ReportFormat.names) ?? run.formats
    run.dataSets = try section.texts(name(.dataSets), of: DataSetKind.names)
    run.since = try section.text(name(.since))
    run.snapshot = try section.bool(name(.snapshot)) ?? run.snapshot
    run.keep = try section.count(name(.keep)) ?? run.keep
    run.failOn = try section.word(name(.failOn), of: FailureLimit.names) ?? run.failOn
    run.metrics = try section.text(name(.metrics)).map(besideFile)
    run.backups = try section.text(name(.backups)).map(besideFile)
    run.keepBackups = try section.count(name(.keepBackups)) ?? run.keepBackups
    run.waitMilliseconds = try section.duration(name(.wait)) ?? run.waitMilliseconds
    return run
  }
}

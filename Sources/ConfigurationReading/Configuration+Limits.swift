package import Diagnosis
import ReceiptModel

extension Configuration {
  /// Where the rules of the diagnosis draw their lines: what `limits` sets, else what a setting of its own says, else
  /// what is built in.
  package var diagnosisLimits: Evidence.Limits {
    var result = Evidence.Limits()
    result.refusedShare = maxRejects
    result.minimumSends = minimumSends
    for setting in Evidence.Limits.settings {
      if let value = limits[setting.name] { setting.set(value, in: &result) }
    }
    return result
  }
}

extension ResolvedConfiguration {
  /// What `config show` prints: each setting with its value and origin, and of the limits, of `run` and of `spark`
  /// each one, set or not.
  package var shownRows: [(name: String, value: String, origin: String)] {
    rows.flatMap { row in
      switch row.name {
      case Setting.limits.rawValue: limitRows
      case Setting.run.rawValue: runRows
      case Setting.spark.rawValue: sparkRows
      default: [row]
      }
    }
  }

  private var runRows: [(name: String, value: String, origin: String)] {
    RunSetting.allCases.map { row(.run, $0.rawValue, $0.text(in: values.run), $0.text(in: RunSettings())) }
  }

  private var sparkRows: [(name: String, value: String, origin: String)] {
    SparkSetting.allCases.map {
      row(.spark, $0.rawValue, $0.text(in: values.spark), $0.text(in: SparkSettings()))
    }
  }

  /// A setting of a section.
  private func row(
    _ section: Setting, _ name: String, _ value: String, _ builtIn: String
  ) -> (name: String, value: String, origin: String) {
    let origin = value == builtIn ? Origin.builtIn : origin(of: section)
    return ("\(section.rawValue).\(name)", value, origin.text)
  }

  private var limitRows: [(name: String, value: String, origin: String)] {
    let limits = values.diagnosisLimits
    return Evidence.Limits.settings.map { limit in
      let setting = self.values.limits[limit.name] == nil ? limit.setting : .limits
      let origin = setting.map(origin(of:)) ?? .builtIn
      return ("limits.\(limit.name)", limit.value(in: limits).text, origin.text)
    }
  }
}

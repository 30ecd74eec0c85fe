import Diagnosis
import ReceiptModel

extension Configuration {
  /// Where the rules of the diagnosis draw their lines: what `limits` sets, else what a setting of its own says, else
  /// what is built in.
  var diagnosisLimits: Evidence.Limits {
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
  /// What `config show` prints: each setting with its value and origin, and of the limits and of `run` each one, set or
  /// not.
  var shownRows: [(name: String, value: String, origin: String)] {
    rows.flatMap { row in
      switch row.name {
      case Setting.limits.rawValue: limitRows
      case Setting.run.rawValue: runRows
      default: [row]
      }
    }
  }

  private var runRows: [(name: String, value: String, origin: String)] {
    RunSetting.allCases.map { setting in
      let value = setting.text(in: values.run)
      let isBuiltIn = value == setting.text(in: RunSettings())
      return ("run.\(setting.rawValue)", value, isBuiltIn ? Origin.builtIn.text : origin(of: .run).text)
    }
  }

  private var limitRows: [(name: String, value: String, origin: String)] {
    let limits = values.diagnosisLimits
    return Evidence.Limits.settings.map { setting in
      ("limits.\(setting.name)", setting.value(in: limits).text, origin(ofLimit: setting.name).text)
    }
  }

  private func origin(ofLimit name: String) -> Origin {
    if values.limits[name] != nil { return origin(of: .limits) }
    switch name {
    case "refusedShare": return origin(of: .maxRejects)
    case "minimumSends": return origin(of: .minimumSends)
    default: return .builtIn
    }
  }
}

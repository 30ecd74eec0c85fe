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
  /// What `config show` prints: each setting with its value and origin, and of the limits each one, set or not.
  var shownRows: [(name: String, value: String, origin: String)] {
    rows.flatMap { row in row.name == Setting.limits.rawValue ? limitRows : [row] }
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

internal import ReceiptModel

extension Rule {
  /// Events come in under an AppKey that is not configured and has never sent anything.
  ///
  /// Only a note when every one of them is already an answer to somebody else's send, which `app_key_mismatch` reports
  /// with the sender's name.
  package static let appKeyUnknown = Rule(.appKeyUnknown) { evidence in
    var unknown: [String: Int] = [:]
    var explained: [String: Int] = [:]
    for flag in evidence.flags {
      if flag.flag == "app_key_unknown" { unknown[flag.appKey, default: 0] += flag.count }
      if flag.flag == "app_key_mismatch" { explained[flag.appKey, default: 0] += flag.count }
    }
    return unknown.filter { $0.value > 0 }.map { appKey, count in
      Finding(
        .appKeyUnknown, count <= explained[appKey, default: 0] ? .info : .warning, appKey: appKey,
        since: nil, deliveries: count,
        cause: "a build with a wrong AppKey, or an app whose send log is not imported",
        rivals: [
          Rival("a new app that is missing in the configuration", settledBy: "the console's list of apps")
        ],
        nextStep:
          "if the AppKey is yours, add it to the configuration and import its send log; if not, find the build"
      )
    }
  }
}

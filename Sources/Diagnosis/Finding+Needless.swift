import ReceiptModel

extension [Finding] {
  /// The findings without those that say less about a build or an AppKey than another one does.
  ///
  /// A version whose extension is silent is also acked less than the one before it, but the silence says what to do; one
  /// whose time runs out acks late. An AppKey that is silent as a whole has hours without acks. A note explains nothing.
  var withoutNeedless: [Finding] {
    let alarms = filter { $0.severity != .info }
    let explained = Set(alarms.filter(\.code.explainsBuild).compactMap(\.build))
    let silent = Set(
      alarms.filter { $0.code == .extensionSilent && $0.scope == FindingScope() }.map(\.appKey))
    return filter { finding in
      if finding.code == .quietHours, finding.scope[.kind] == EventKind.extAck.name {
        return !silent.contains(finding.appKey)
      }
      return !finding.code.isExplained || finding.build.map(explained.contains) != true
    }
  }
}

extension Finding {
  /// Whether it tells of the trouble of a build that another finding told of before: more data may tell the cause, or leave
  /// it open again.
  func renames(_ former: Finding) -> Bool {
    guard severity > .info, let build, build == former.build,
      scope.lasting.text.hasSameBytes(as: former.scope.lasting.text)
    else { return false }
    return code.explainsBuild
      ? former.code.explainsBuild || former.code.isExplained
      : code == .versionRegression && former.code.explainsBuild
  }

  /// The AppKey and version that it is about, if it is about one version.
  fileprivate var build: [String]? { scope[.appVersion].map { [appKey, $0] } }
}

extension FindingCode {
  fileprivate var isExplained: Bool { self == .versionRegression || self == .ackLatencyRegression }

  fileprivate var explainsBuild: Bool {
    switch self {
    case .appKeyMismatch, .extensionSilent, .extensionTimeouts, .handlerCalledEarly: true
    default: false
    }
  }
}

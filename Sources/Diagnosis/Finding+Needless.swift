import ReceiptModel

extension [Finding] {
  /// The findings without those that say less about a build than another one does.
  ///
  /// A version whose extension is silent is also acked less than the one before it, but the silence says what to do; one
  /// whose time runs out acks late. A note explains nothing.
  var withoutNeedless: [Finding] {
    let explained = Set(
      filter { Self.explaining.contains($0.code) && $0.severity != .info }.compactMap(Self.build))
    return filter {
      !Self.explained.contains($0.code) || Self.build($0).map(explained.contains) != true
    }
  }

  private static let explained: Set<FindingCode> = [.versionRegression, .ackLatencyRegression]

  private static let explaining: Set<FindingCode> = [
    .appKeyMismatch, .extensionSilent, .extensionTimeouts, .handlerCalledEarly,
  ]

  /// The AppKey and version that a finding is about, if it is about one version.
  private static func build(_ finding: Finding) -> [String]? {
    finding.scope[.appVersion].map { [finding.appKey, $0] }
  }
}

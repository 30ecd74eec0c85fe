package import ReceiptModel

extension Evidence {
  /// How many deliveries of the judged days could show a finding: those of its part.
  package func traffic(of finding: Finding) -> Int {
    guard !finding.appKey.isEmpty, !finding.code.isAboutData else {
      return versions.sum(versions.indices)[.deliveries]
    }
    let (appVersion, osVersion) = (finding.scope[.appVersion], finding.scope[.osVersion])
    return versions.series(of: finding.appKey).reduce(0) { sum, series in
      isPart(series.parts[0], appVersion) && isPart(series.parts[1], osVersion)
        ? sum + versions.sum(.deliveries, series.places) : sum
    }
  }

  private func isPart(_ value: String, _ wanted: String?) -> Bool {
    wanted.map { $0.hasSameBytes(as: value) } ?? true
  }
}

package import ReceiptModel

extension Evidence {
  /// How many deliveries of the judged days could show a finding: those of its part.
  package func traffic(of finding: Finding) -> Int {
    guard !finding.appKey.isEmpty, !finding.code.isAboutData else {
      return versions.sum(versions.indices)[.deliveries]
    }
    let places = versions.series.filter { series in
      series.appKey.hasSameBytes(as: finding.appKey)
        && isPart(series.parts[0], finding.scope[.appVersion])
        && isPart(series.parts[1], finding.scope[.osVersion])
    }.flatMap(\.places)
    return versions.sum(places)[.deliveries]
  }

  private func isPart(_ value: String, _ wanted: String?) -> Bool {
    wanted.map { $0.hasSameBytes(as: value) } ?? true
  }
}

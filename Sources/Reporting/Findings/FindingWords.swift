internal import ReceiptModel

/// What every format for people says of findings, in the same words.
enum FindingWords {
  /// `Shop (333)`, `333`, or `(none)`; nothing is escaped.
  static func app(_ appKey: String, _ names: [String: String]) -> String {
    let key = appKey.isEmpty ? "(none)" : appKey
    return names[appKey].map { "\($0) (\(key))" } ?? key
  }

  /// `190 deliveries, 1 device`; `nil` when nothing was counted.
  static func concerned(_ finding: Finding) -> String? {
    var words: [String] = []
    if let count = finding.deliveries {
      words.append("\(Figures.count(count)) \(count == 1 ? "delivery" : "deliveries")")
    }
    if let count = finding.devices { words.append(Figures.counted(count, "device")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// `11.69 % (95 % interval 10.21 to 13.34 %), expected 0.00 %`; `nil` when it is not about a share.
  static func seen(_ finding: Finding) -> String? {
    guard let observed = finding.observed else { return nil }
    var text = percent(observed)
    if let interval = finding.interval { text += " (95 % interval \(Figures.interval(interval)))" }
    if let expected = finding.expected { text += ", expected \(percent(expected))" }
    return text
  }

  /// `2 critical, 1 warning, 3 infos`, or `no findings`.
  static func summary(_ findings: [Finding]) -> String {
    var words: [String] = []
    for severity in Severity.allCases.reversed() {
      let count = findings.count { $0.severity == severity }
      guard count > 0 else { continue }
      words.append(
        severity == .critical ? "\(Figures.count(count)) critical" : Figures.counted(count, severity.name))
    }
    return words.isEmpty ? "no findings" : words.joined(separator: ", ")
  }

  private static func percent(_ share: Double) -> String { DecimalText.fixed(share * 100, digits: 2) + " %" }
}

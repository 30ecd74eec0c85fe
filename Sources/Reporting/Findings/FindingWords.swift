import Prose
import ReceiptModel

/// Words about findings that all formats for people share.
enum FindingWords {
  /// `Shop (333)`, `333`, or `(none)`.
  static func app(_ appKey: String, _ names: [String: String]) -> Phrase {
    let key: Phrase = appKey.isEmpty ? "(none)" : .text(appKey, limit: 200)
    return names[appKey].map { "\(Phrase.text($0, limit: 40)) (\(key))" } ?? key
  }

  /// `190 deliveries, 1 device`; `nil` when nothing was counted.
  static func concerned(_ finding: Finding) -> Phrase? {
    var words: [Phrase] = []
    if let count = finding.deliveries {
      words.append(count == 1 ? "1 delivery" : "\(Figures.count(count)) deliveries")
    }
    if let count = finding.devices {
      words.append(count == 1 ? "1 device" : "\(Figures.count(count)) devices")
    }
    return words.isEmpty ? nil : words.joined()
  }

  /// `11.69 % (Wilson limits 10.21 to 13.34 %), expected 0.00 %`; `nil` when the finding is not about a share.
  static func seen(_ finding: Finding) -> Phrase? {
    guard let observed = finding.observed else { return nil }
    var words = Figures.percent(observed)
    if let interval = finding.interval { words = "\(words) (Wilson limits \(Figures.interval(interval)))" }
    if let expected = finding.expected { words = "\(words), expected \(Figures.percent(expected))" }
    return words
  }

  /// `ongoing and worse`.
  static func life(_ finding: Finding) -> Phrase {
    switch finding.state {
    case .new: "new"
    case .ongoing: finding.isWorse ? "ongoing and worse" : "ongoing"
    case .noTraffic: "no traffic to tell"
    case .resolved: "resolved"
    }
  }

  /// `ongoing; known until 2026-10-01 00:00:00: fixed in 3.3.1`.
  static func state(_ finding: Finding, _ zone: ReportZone) -> Phrase {
    known(finding, zone, after: life(finding))
  }

  /// `ongoing, first seen 2026-09-21 22:13:20; known until 2026-10-01 00:00:00: fixed in 3.3.1`.
  static func datedState(_ finding: Finding, _ zone: ReportZone) -> Phrase {
    let life = life(finding)
    guard finding.state == .ongoing || finding.state == .noTraffic, let seen = finding.firstSeen else {
      return known(finding, zone, after: life)
    }
    return known(finding, zone, after: "\(life), first seen \(figure: zone.short(seen))")
  }

  private static func known(_ finding: Finding, _ zone: ReportZone, after words: Phrase) -> Phrase {
    guard let known = finding.acknowledgement else { return words }
    return "\(words); known until \(figure: zone.short(known.until)): \(.text(known.reason, limit: 200))"
  }

  /// `2026-09-21 22:13:20`, or that and `or earlier`; `nil` when nobody knows.
  static func since(_ finding: Finding, _ time: (Instant) -> String) -> Phrase? {
    finding.since.map { since in
      finding.sinceIsExact ? .figure(time(since)) : "\(figure: time(since)) or earlier"
    }
  }

  /// `2 critical, 1 warning, 3 infos, 1 known, 2 resolved`, or `no findings`.
  static func summary(_ findings: [Finding]) -> Phrase {
    var words: [Phrase] = []
    for severity in Severity.allCases.reversed() {
      let count = findings.count { $0.severity == severity && $0.isOpen }
      guard count > 0 else { continue }
      switch severity {
      case .critical: words.append("\(Figures.count(count)) critical")
      case .warning: words.append(count == 1 ? "1 warning" : "\(Figures.count(count)) warnings")
      case .info: words.append(count == 1 ? "1 info" : "\(Figures.count(count)) infos")
      }
    }
    let known = findings.count { $0.acknowledgement != nil && $0.state != .resolved }
    if known > 0 { words.append("\(Figures.count(known)) known") }
    let resolved = findings.count { $0.state == .resolved }
    if resolved > 0 { words.append("\(Figures.count(resolved)) resolved") }
    return words.isEmpty ? "no findings" : words.joined()
  }
}

extension Severity {
  /// The name, for people.
  var phrase: Phrase {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .critical: "critical"
    }
  }
}

extension ReportZone {
  /// `2026-09-21 22:13:20` by the clocks of this zone.
  func short(_ instant: Instant) -> String {
    let iso = iso(instant)
    return iso.prefix(10) + " " + iso.dropFirst(11).prefix(8)
  }
}

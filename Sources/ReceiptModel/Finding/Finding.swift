package import Prose

/// Something a person should know or act on, with the numbers that say so.
package struct Finding: Equatable, Sendable {
  package var code: FindingCode
  package var severity: Severity
  /// The AppKey it is about; empty when it is about the whole ledger.
  package var appKey: String
  /// What part of the AppKey; empty for all of it.
  package var scope: FindingScope
  /// When it began, as far as was looked back; `nil` when that cannot be told.
  package var since: Instant?
  /// Whether it began then: else it is as old at least.
  package var sinceIsExact = false
  /// Whether `since` is the first time in the judged days, and those before were not looked at.
  package var sinceIsFirstJudged = false
  /// The stretch that it was judged by, milliseconds UTC, where its AppKey or build was judged by a longer one than the others.
  package var judged: Range<Int64>?
  package var state = FindingState.new
  /// Whether the day before had it as less bad.
  package var isWorse = false
  /// The end of the first judged stretch that had it, of those without a break since; `nil` when that was not asked.
  package var firstSeen: Instant?
  /// What says that it is known, as long as that holds.
  package var acknowledgement: Acknowledgement?
  /// How many deliveries it concerns; `nil` when it is not about deliveries.
  package var deliveries: Int?
  /// How many devices; `nil` when that was not counted.
  package var devices: Int?
  /// The share that was seen, from 0 to 1; `nil` when the finding is not about a share.
  package var observed: Double?
  /// The share that would have been no news.
  package var expected: Double?
  /// The Wilson limits of `observed`.
  package var interval: ClosedRange<Double>?
  /// What most likely happened.
  package var cause: Phrase
  /// What else could look the same, most likely first.
  package var rivals: [Rival]
  /// What to do first.
  package var nextStep: Phrase
  /// The stored query that shows the rows, by name; the window, the AppKey and the scope's parts are its parameters.
  package var rows: String?

  package init(
    _ code: FindingCode, _ severity: Severity, appKey: String = "", scope: FindingScope = FindingScope(),
    since: Instant? = nil, deliveries: Int? = nil, devices: Int? = nil, observed: Double? = nil,
    expected: Double? = nil, interval: ClosedRange<Double>? = nil, cause: Phrase, rivals: [Rival],
    nextStep: Phrase, rows: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.appKey = appKey
    self.scope = scope
    self.since = since
    self.deliveries = deliveries
    self.devices = devices
    self.observed = observed
    self.expected = expected
    self.interval = interval
    self.cause = cause
    self.rivals = rivals
    self.nextStep = nextStep
    self.rows = rows
  }
}

extension Finding {
  /// The rivals in one text.
  package func rivalsText(in language: Language) -> String {
    rivals.map(\.phrase).joined(separator: "; ").plain(in: language)
  }

  /// Whether the day before did not have it, or not as bad.
  package var isNews: Bool { state == .new || isWorse }

  /// Whether it is to wake somebody: it stands, and nobody has said that it is known.
  package var isOpen: Bool { state != .resolved && acknowledgement == nil }
}

/// Another cause of the same picture.
package struct Rival: Equatable, Sendable {
  /// What else could have happened.
  package var cause: Phrase
  /// What would tell it from the likely cause; empty when nothing in reach does.
  package var settledBy: Phrase

  package init(_ cause: Phrase, settledBy: Phrase = .empty) {
    self.cause = cause
    self.settledBy = settledBy
  }

  /// `a test build (settled by: the device list)`.
  package var phrase: Phrase { settledBy.isEmpty ? cause : "\(cause) (settled by: \(settledBy))" }
}

extension Finding: Comparable {
  /// Those that are to wake somebody first, of these the worst first, then by code, AppKey and scope, text by bytes.
  package static func < (left: Finding, right: Finding) -> Bool {
    if left.isOpen != right.isOpen { return left.isOpen }
    if left.severity != right.severity { return left.severity > right.severity }
    for (one, other) in [
      (left.code.rawValue, right.code.rawValue), (left.appKey, right.appKey),
      (left.scope.text, right.scope.text),
    ] where one != other {
      return one.precedesInBytes(other)
    }
    return false
  }
}

/// How much a finding matters.
package enum Severity: Int, Comparable, CaseIterable, Sendable {
  /// Worth knowing.
  case info
  /// Should be looked at in working hours.
  case warning
  /// Receipts or pushes are being lost now.
  case critical

  package var name: String {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .critical: "critical"
    }
  }

  package init?(name: String) {
    guard let severity = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = severity
  }

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

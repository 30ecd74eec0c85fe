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
  /// How many deliveries it concerns; `nil` when it is not about deliveries.
  package var deliveries: Int?
  /// How many devices; `nil` when that was not counted.
  package var devices: Int?
  /// The share that was seen, from 0 to 1; `nil` when the finding is not about a share.
  package var observed: Double?
  /// The share that would have been no news.
  package var expected: Double?
  /// The 95 % interval of `observed`.
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
  /// Worst first, then by code, AppKey and scope, text by bytes.
  package static func < (left: Finding, right: Finding) -> Bool {
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

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// Something a person should know or act on, with the numbers that say so.
package struct Finding: Equatable, Sendable {
  package var code: FindingCode
  package var severity: Severity
  /// The AppKey it is about; empty when it is about the whole ledger.
  package var appKey: String
  /// What part of the AppKey: `app_version 3.2`, `foreign AppKey 333`; empty for all of it.
  package var scope: String
  /// When it was first seen, as far as the report looks back; `nil` when that cannot be told.
  package var since: Instant?
  /// How many deliveries it concerns; `nil` when it is not about deliveries.
  package var devices: Int?
  /// The share that was seen, from 0 to 1; `nil` when the finding is not about a share.
  package var observed: Double?
  /// The share that would have been no news.
  package var expected: Double?
  /// The 95 % interval of `observed`.
  package var interval: ClosedRange<Double>?
  /// What most likely happened.
  package var cause: String
  /// What else could look the same.
  package var rivals: String
  /// What to do first.
  package var nextStep: String

  package init(
    _ code: FindingCode, _ severity: Severity, appKey: String = "", scope: String = "", since: Instant? = nil,
    devices: Int? = nil, observed: Double? = nil, expected: Double? = nil,
    interval: ClosedRange<Double>? = nil, cause: String, rivals: String, nextStep: String
  ) {
    self.code = code
    self.severity = severity
    self.appKey = appKey
    self.scope = scope
    self.since = since
    self.devices = devices
    self.observed = observed
    self.expected = expected
    self.interval = interval
    self.cause = cause
    self.rivals = rivals
    self.nextStep = nextStep
  }
}

extension Finding: Comparable {
  /// Worst first, then by code, AppKey and scope, text by bytes.
  package static func < (left: Finding, right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    for (one, other) in [
      (left.code.rawValue, right.code.rawValue), (left.appKey, right.appKey), (left.scope, right.scope),
    ] where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
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

/// The kinds of finding; the raw value is what users see and scripts match.
package enum FindingCode: String, CaseIterable, Sendable {
  case appKeyMismatch = "app_key_mismatch"
  case appKeyUnknown = "app_key_unknown"
  case extensionSilent = "extension_silent"
  case refusedLines = "refused_lines"
  case stale
  case unknownTypes = "unknown_types"
}

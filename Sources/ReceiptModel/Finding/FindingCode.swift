/// The kinds of finding; the raw value is what users see and scripts match, and the heading in docs/diagnosis.md.
package enum FindingCode: String, CaseIterable, Sendable {
  // AppKeys.
  case appKeyMismatch = "app_key_mismatch"
  case appKeyUnknown = "app_key_unknown"
  case appKeyQuiet = "app_key_quiet"
  // Builds and messages.
  case extensionSilent = "extension_silent"
  case messageSilent = "message_silent"
  case cannotBeAcked = "cannot_be_acked"
  case payloadTooLarge = "payload_too_large"
  case versionRegression = "version_regression"
  case ackRateFall = "ack_rate_fall"
  // The extension's time.
  case extensionTimeouts = "extension_timeouts"
  case handlerCalledEarly = "handler_called_early"
  case extensionThrottled = "extension_throttled"
  case ackOutage = "ack_outage"
  case ackLatencyRegression = "ack_latency_regression"
  case ackOverBudget = "ack_over_budget"
  case attachmentFailures = "attachment_failures"
  // Devices.
  case replacedByLater = "replaced_by_later"
  case devicesMuted = "devices_muted"
  // Failures.
  case tokensDead = "tokens_dead"
  case credentialsRefused = "credentials_refused"
  case contentRefused = "content_refused"
  case quotaExceeded = "quota_exceeded"
  case sendFailures = "send_failures"
  case arriveFailures = "arrive_failures"
  case arrivalRateFall = "arrival_rate_fall"
  // The data itself.
  case clockSkew = "clock_skew"
  case repeatedEvents = "repeated_events"
  case refusedLines = "refused_lines"
  case unknownTypes = "unknown_types"
  case fieldVanished = "field_vanished"
  case quietHours = "quiet_hours"
  case exportGap = "export_gap"
  case stale
  case tooThin = "too_thin"

  /// Whether it says that the data cannot be judged, rather than what is wrong: exit code 30.
  package var isAboutJudging: Bool { self == .stale || self == .tooThin }

  /// Whether it says that devices got pushes whose receipts are not in the ledger, or not where they belong.
  package var isAboutLostReceipts: Bool {
    switch self {
    case .appKeyMismatch, .extensionSilent, .extensionTimeouts, .handlerCalledEarly, .ackOutage: true
    default: false
    }
  }

  /// Whether it is about the data themselves: what is missing, late, refused or not understood.
  package var isAboutData: Bool {
    switch self {
    case .appKeyUnknown, .appKeyQuiet, .clockSkew, .repeatedEvents, .refusedLines, .unknownTypes,
      .fieldVanished, .quietHours, .exportGap, .stale, .tooThin:
      true
    case .appKeyMismatch, .extensionSilent, .messageSilent, .cannotBeAcked, .payloadTooLarge,
      .versionRegression, .ackRateFall, .extensionTimeouts, .handlerCalledEarly, .extensionThrottled,
      .ackOutage, .ackLatencyRegression, .ackOverBudget, .attachmentFailures, .replacedByLater,
      .devicesMuted, .tokensDead, .credentialsRefused, .contentRefused, .quotaExceeded, .sendFailures,
      .arriveFailures, .arrivalRateFall:
      false
    }
  }
}

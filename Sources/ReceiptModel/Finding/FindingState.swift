/// Where a finding stands beside the judgement of the day before; the raw value is what users see and scripts match.
package enum FindingState: String, CaseIterable, Sendable {
  /// The day before did not have it.
  case new
  /// The day before had it, too.
  case ongoing
  /// The day before had it, and there was too little since to tell whether it stands.
  case noTraffic = "no_traffic"
  /// The day before had it, and there was enough since to see it if it stood.
  case resolved

  /// Whether it stands, as far as anybody can tell.
  package var stands: Bool { self == .new || self == .ongoing }
}

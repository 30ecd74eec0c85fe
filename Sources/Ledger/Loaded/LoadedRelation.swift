import ReceiptModel

/// What an engine writes of a run: sums by hour, samples, and what was read; a folder of the run's folder each.
///
/// The columns are those of the model's views, in their order.
package enum LoadedRelation: String, CaseIterable, Sendable {
  case channelHour = "channel_hour"
  case versionHour = "version_hour"
  case latencyHour = "latency_hour"
  case failureHour = "failure_hour"
  case eventHour = "event_hour"
  case flagHour = "flag_hour"
  case flagSample = "flag_sample"
  case rejectedReason = "rejected_reason"
  case manifest

  package struct Column: Sendable {
    package enum Kind: Sendable {
      case text
      case integer
      /// Where a number may be missing.
      case optionalInteger
    }

    package let name: String
    package let kind: Kind
  }

  package var columns: [Column] {
    switch self {
    case .channelHour: .integers("hour") + .texts("app_key", "channel") + Self.counters
    case .versionHour: .integers("hour") + .texts("app_key", "app_version", "os_version") + Self.counters
    case .latencyHour: .integers("hour") + .texts("app_key", "channel") + .integers("bucket", "count")
    case .failureHour:
      .integers("hour") + .texts("app_key", "channel", "kind", "reason") + .integers("count")
    case .eventHour: .integers("hour") + .texts("app_key", "kind") + .integers("events", "newest_ms")
    case .flagHour: .integers("hour") + .texts("app_key", "flag", "detail") + .integers("deliveries")
    case .flagSample:
      .texts("flag", "app_key", "message_id", "device_id")
        + [Column(name: "sent_at", kind: .optionalInteger)] + .texts("detail") + .integers("at_ms")
    case .rejectedReason: .texts("reason") + .integers("lines")
    case .manifest: LoadedManifest.columns
    }
  }

  /// How many of the first columns tell a row from all others.
  package var keyCount: Int {
    switch self {
    case .channelHour, .eventHour: 3
    case .versionHour, .latencyHour, .flagHour, .flagSample: 4
    case .failureHour: 5
    case .rejectedReason: 1
    case .manifest: 0
    }
  }

  /// The column whose numbers are never 0, since a row that counts nothing has no reason to be there.
  package var countColumn: String? {
    switch self {
    case .channelHour, .versionHour, .flagHour: "deliveries"
    case .latencyHour, .failureHour: "count"
    case .eventHour: "events"
    case .rejectedReason: "lines"
    case .flagSample, .manifest: nil
    }
  }

  private static let counters: [Column] = Count.allCases.map { Column(name: $0.name, kind: .integer) }
}

extension [LoadedRelation.Column] {
  static func texts(_ names: String...) -> Self { names.map { Element(name: $0, kind: .text) } }
  static func integers(_ names: String...) -> Self { names.map { Element(name: $0, kind: .integer) } }
}

package import ReceiptModel

/// What an engine says of a run as a whole: by which rules it counted, and how much.
package struct LoadedManifest: Equatable, Sendable {
  /// The name that whoever started the run gave it.
  package var run: String
  package var engine: String
  package var engineVersion: String
  /// The hours that were counted, in milliseconds UTC.
  package var scope: Range<Int64>
  package var settledUntil: Int64
  /// Milliseconds.
  package var ackTimeout: Int64
  /// Milliseconds.
  package var ackBudget: Int64
  /// Deliveries that `flag_sample` holds of each flag, AppKey and detail at most.
  package var sampleLimit: Int64
  /// Digest of the channels and AppKeys; see `LedgerSettings.modelDigest`.
  package var settings: String
  /// The newest event that was read, in milliseconds UTC; `nil` when there was none.
  package var newest: Int64?
  package var counts: [Figure: Int64]

  /// A number of lines, events or deliveries; the raw value is its column.
  package enum Figure: String, CaseIterable, Sendable {
    case lines
    case corruptLines = "corrupt_lines"
    case rejectedLines = "rejected_lines"
    case ignoredLines = "ignored_lines"
    case eventLines = "event_lines"
    case eventsRead = "events_read"
    case events
    case eventsWithoutDevice = "events_without_device"
    case eventsInScope = "events_in_scope"
    case deliveries, unmatched
    case deliveriesInScope = "deliveries_in_scope"
    case latenciesInScope = "latencies_in_scope"
    case failuresInScope = "failures_in_scope"
    case flagsInScope = "flags_in_scope"
  }

  /// Whether it counts each of its lines once.
  package var linesAddUp: Bool {
    func count(_ figure: Figure) -> Int64 { counts[figure] ?? 0 }
    let told = [Figure.corruptLines, .rejectedLines, .ignoredLines, .eventLines]
      .reduce(into: (sum: Int64(0), overflows: false)) { total, figure in
        let (sum, overflow) = total.sum.addingReportingOverflow(count(figure))
        total = (sum, total.overflows || overflow)
      }
    return !told.overflows && told.sum == count(.lines) && count(.eventsRead) >= count(.eventLines)
  }
}

extension LoadedManifest {
  static var columns: [LoadedRelation.Column] {
    .integers("format") + .texts("run", "engine", "engine_version")
      + .integers(
        "scope_start_ms", "scope_end_ms", "settled_until_ms", "ack_timeout_ms", "ack_budget_ms",
        "sample_limit")
      + .texts("settings")
      + .integers("lines", "corrupt_lines", "rejected_lines", "ignored_lines", "event_lines")
      + .integers("events_read", "events", "events_without_device")
      + [.init(name: "newest_ms", kind: .optionalInteger)]
      + .integers(
        "events_in_scope", "deliveries", "unmatched", "deliveries_in_scope", "latencies_in_scope",
        "failures_in_scope", "flags_in_scope")
  }

  /// The format of folders that this program reads.
  package static let format: Int64 = 1

  /// - Parameter row: cells of the kinds of `columns`, in their order.
  /// - Returns: `nil` when its scope ends before it begins.
  package init?(row: [Cell]) {
    var texts: [String: String] = [:]
    var numbers: [String: Int64] = [:]
    for (column, cell) in zip(Self.columns, row) {
      switch cell {
      case .text(let text): texts[column.name] = text
      case .integer(let number): numbers[column.name] = number
      default: break
      }
    }
    let (start, end) = (numbers["scope_start_ms"] ?? 0, numbers["scope_end_ms"] ?? 0)
    guard start <= end else { return nil }
    run = texts["run"] ?? ""
    engine = texts["engine"] ?? ""
    engineVersion = texts["engine_version"] ?? ""
    scope = start..<end
    settledUntil = numbers["settled_until_ms"] ?? 0
    ackTimeout = numbers["ack_timeout_ms"] ?? 0
    ackBudget = numbers["ack_budget_ms"] ?? 0
    sampleLimit = numbers["sample_limit"] ?? 0
    settings = texts["settings"] ?? ""
    newest = numbers["newest_ms"]
    counts = [:]
    for figure in Figure.allCases { counts[figure] = numbers[figure.rawValue] ?? 0 }
  }
}

/// All that an engine wrote of one run.
package struct LoadedSums: Sendable {
  package var manifest: LoadedManifest
  /// The rows of every relation but the manifest's, each with a cell for each column.
  package var rows: [LoadedRelation: [[Cell]]]

  package init(manifest: LoadedManifest, rows: [LoadedRelation: [[Cell]]]) {
    self.manifest = manifest
    self.rows = rows
  }
}

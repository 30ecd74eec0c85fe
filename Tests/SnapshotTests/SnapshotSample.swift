import Foundation
import Prose
import ReceiptModel
import Reporting
import SQLite
import TestSupport

@testable import Snapshot

/// A small snapshot made by hand: two days in China's time, two AppKeys, a channel without a name.
enum SnapshotSample {
  static let zone = ReportZone(fixed: "+08:00") ?? .utc
  /// 2026-09-21 in China.
  static let start: Int64 = 1_789_920_000_000
  static let day: Int64 = 86_400_000

  static var scope: CohortScope {
    let days = (0..<2).map { place in
      DaySpan(
        name: "2026-09-\(21 + place)", start: start + Int64(place) * day,
        end: start + Int64(place + 1) * day)
    }
    return CohortScope(days: days, appKeys: [], asOf: start + day + 3_600_000, settle: 900_000)
  }

  static func cell(_ day: Int, _ appKey: String, _ parts: [String], sent: Int = 10) -> CohortCell {
    var cell = CohortCell(key: CohortKey(day: day, appKey: appKey, parts: parts))
    let counts: [(Count, Int)] = [
      (.deliveries, sent + 2), (.sent, sent), (.sendFailed, 2), (.ackEligible, sent - 1),
      (.eligibleAcked, sent - 3), (.acked, sent - 3), (.opened, 5), (.eligibleOpened, 4), (.openedUnacked, 1),
      (.confirmed, sent - 2), (.measurable, sent), (.measurableConfirmed, sent - 2), (.timeoutLost, 1),
    ]
    for (count, value) in counts { cell.counts[count] = value }
    cell.latencies.add(bucket: LatencyBucket.bucket(of: 900), count: sent - 3)
    return cell
  }

  /// - Parameter text: stands where a log or a configuration has a say.
  static func content(_ text: String = "apns") -> SnapshotContent {
    var content = SnapshotContent(
      ExportBasis(toolVersion: "1.2.3", asOf: Instant(milliseconds: scope.asOf), zone: zone), scope: scope,
      apps: [KnownAppKey(key: "333", name: "Shop", platform: "iOS")], channels: ChannelTable())
    content.days = [cell(0, "333", [""]), cell(0, "333", [text]), cell(1, "444", ["fcm"])]
    content.hours = [cell(3, "333", [text]), cell(27, "444", ["fcm"])]
    content.campaigns = [cell(0, "333", [text]), cell(1, "333", [""]), cell(1, "444", [text])]
    content.networks = [cell(0, "333", ["wifi"]), cell(1, "333", [text])]
    content.brands = [cell(0, "444", [text]), cell(1, "444", [""])]
    content.versions = [
      cell(0, "333", [text, "17.5"]), cell(1, "333", [text, "17.5"]), cell(1, "333", [text, "18"]),
    ]
    content.failures = [
      FailureCell(
        day: 0, appKey: "333", channel: "", kind: "send_failed", reasonCode: "", reasonText: text, count: 3),
      FailureCell(
        day: 0, appKey: "333", channel: "", kind: "send_failed", reasonCode: "x", reasonText: "", count: 1),
    ]
    let message = cell(0, "333", ["10913718868641234"])
    content.messages = Pieces([
      MessageCell(
        appKey: message.key.appKey, messageID: message.key.parts[0], counts: message.counts,
        latencies: message.latencies, jobKey: text, firstSent: Instant(milliseconds: start + 1_500),
        lastSent: Instant(milliseconds: start + 2_000))
    ])
    content.flags = Pieces([
      FlaggedDelivery(
        flag: "app_key_mismatch", appKey: "555", messageID: "10913718868641234", deviceID: "12e5",
        sentAt: start + 1_500, detail: "333"),
      FlaggedDelivery(
        flag: "app_key_unknown", appKey: "555", messageID: "10913718868641234", deviceID: "", sentAt: nil,
        detail: nil),
    ])
    content.findings = [
      Finding(.tooThin, .info, cause: .text(text), rivals: [], nextStep: .text(text)),
      Finding(.clockSkew, .warning, appKey: "333", cause: .text(text), rivals: [], nextStep: .text(text)),
      Finding(
        .clockSkew, .warning, appKey: "333", cause: .text(text), rivals: [], nextStep: "the same scope again"),
    ]
    content.fileColumns = [
      ("path", "where"), ("format", "how"), ("finished_at", "when"), ("digest", "identity"),
    ]
    content.files = [[.text(text), .text("csv"), .integer(start + 1_500), .text("a-b")]]
    return content
  }

  /// Writes a snapshot into a new folder.
  ///
  /// - Returns: the folder, which must live as long as the file, and the file's path.
  static func written(_ content: SnapshotContent) throws -> (folder: ScratchFolder, path: String) {
    let folder = try ScratchFolder()
    let path = try folder.write("", to: "push.db")
    try Snapshot(content).write(to: path)
    return (folder, path)
  }
}

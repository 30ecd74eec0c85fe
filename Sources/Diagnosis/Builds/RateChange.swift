internal import ReceiptModel

/// How an AppKey's ack rate differs from that of the days before, and why: worse inside its parts, or other parts.
struct RateChange {
  /// A part of the audience: an app version with those that took its place, and an OS version; empty when not told apart.
  struct Segment: Hashable {
    var appVersion: String
    var osVersion: String
  }

  var now: Rate
  var before: Rate
  /// `nil` where the log does not tell the parts.
  var parts: [(segment: Segment, part: Standardisation.Split)]
  /// The parts together.
  var split: Standardisation.Split

  /// Above this share of sends of unknown version, versions are not told apart: see `AppBuilds.unknownShare`.
  private static let mostUnknown = 0.05

  /// - Returns: `nil` when one of the times has no ack-eligible sends.
  init?(from before: AppBuilds, to now: AppBuilds) {
    let byVersion = max(before.unknownShare, now.unknownShare) <= Self.mostUnknown
    let bySystem = max(before.unknownSystemShare, now.unknownSystemShare) <= Self.mostUnknown
    let lines = byVersion ? Self.lines(before.versions, now.versions) : [:]
    let old = before.rates(lines, bySystem: bySystem)
    let new = now.rates(lines, bySystem: bySystem)
    guard let parts = Standardisation.parts(from: old, to: new),
      let split = Standardisation.split(from: old, to: new)
    else { return nil }
    self.split = split
    self.parts =
      byVersion || bySystem
      ? parts.map { ($0.key, $0.value) }.sorted { one, other in
        if one.1.total != other.1.total { return one.1.total < other.1.total }
        return (one.0.appVersion, one.0.osVersion) < (other.0.appVersion, other.0.osVersion)
      } : []
    self.now = now.total.promptAckRate
    self.before = before.total.promptAckRate
  }

  /// By which share of itself the rate has fallen.
  var fall: Double { Self.fall(from: before, to: now) }

  static func fall(from before: Rate, to now: Rate) -> Double {
    guard let before = before.value, let now = now.value, before > 0 else { return 0 }
    return 1 - now / before
  }

  /// The part that has lost most inside itself.
  var worst: (segment: Segment, part: Standardisation.Split)? {
    parts.min { $0.part.within < $1.part.within }
  }

  /// The part whose growing or shrinking has lowered the rate most.
  var mostShifted: (segment: Segment, part: Standardisation.Split)? {
    parts.min { $0.part.shift < $1.part.shift }
  }

  /// The version under which each version is counted: itself where both times have it, else its neighbour.
  ///
  /// An update moves the same people to another version. If that counted as a shift between versions, a new version that
  /// is worse would be no change for the worse; so a version that only one of the times has goes with the next lower one
  /// that both have, or else with the next higher.
  private static func lines(_ before: [String], _ now: [String]) -> [String: String] {
    let common = Set(before).intersection(now).map(VersionNumber.init).sorted()
    var lines: [String: String] = [:]
    for version in Set(before).union(now) {
      let number = VersionNumber(version)
      lines[version] = (common.last { $0 <= number } ?? common.first)?.text ?? ""
    }
    return lines
  }
}

extension AppBuilds {
  /// The share of ack-eligible sends of which the log does not name the OS version.
  fileprivate var unknownSystemShare: Double {
    let unknown = counts(cells.indices.filter { cells[$0].osVersion.isEmpty })
    return Rate(unknown[.ackEligible], of: total[.ackEligible]).value ?? 0
  }

  /// The prompt ack rates by segment.
  fileprivate func rates(_ lines: [String: String], bySystem: Bool) -> [RateChange.Segment: Rate] {
    var sums: [RateChange.Segment: Counts] = [:]
    for cell in cells {
      let segment = RateChange.Segment(
        appVersion: lines[cell.appVersion] ?? "", osVersion: bySystem ? cell.osVersion : "")
      sums[segment, default: Counts()].add(cell.counts)
    }
    return sums.mapValues(\.promptAckRate)
  }
}

import ReceiptModel

/// How an AppKey's ack rate differs from that of the days before, and why: its parts have become worse, or it has other
/// parts.
struct RateChange {
  /// A part of the audience: an app version and an OS version, each together with those that took its place; empty when
  /// not told apart.
  struct Segment: Hashable {
    var appVersion: String
    var osVersion: String
  }

  var now: Rate
  var before: Rate
  /// Sorted with those first that lost most; empty where the log does not tell them apart.
  var parts: [(segment: Segment, part: Standardisation.Split)]
  /// The parts together.
  var split: Standardisation.Split

  /// Ack-eligible sends that a version must have now to be told apart.
  private static let leastNow = 20

  /// Above this share of sends of unknown version, versions are not told apart: see `AppBuilds.unknownShare`.
  private static let mostUnknown = 0.05

  /// The app version or OS version whose growth has lowered the rate most; see `grown(_:before:after:)`.
  var grown: Segment?
  /// The build that lost most, in the part that has lost most inside itself.
  var worst: (build: Segment, within: Double)?

  /// - Parameter least: ack-eligible sends that a version must have had before to be told apart.
  /// - Returns: `nil` when one of the times has no ack-eligible sends.
  init?(from before: AppBuilds, to now: AppBuilds, least: Int) {
    let byVersion = max(before.unknownShare, now.unknownShare) <= Self.mostUnknown
    let bySystem = max(before.unknownSystemShare, now.unknownSystemShare) <= Self.mostUnknown
    let versions = byVersion ? Self.lines(before, now, by: \.appVersion, least: least) : [:]
    let systems = bySystem ? Self.lines(before, now, by: \.osVersion, least: least) : [:]
    func segment(_ cell: AppBuilds.Cell) -> Segment {
      Segment(appVersion: versions[cell.appVersion] ?? "", osVersion: systems[cell.osVersion] ?? "")
    }
    let (old, new) = (before.rates(segment), now.rates(segment))
    guard let parts = Standardisation.parts(from: old, to: new),
      let split = Standardisation.split(from: old, to: new)
    else { return nil }
    self.split = split
    grown = Self.grown(parts, before: old, after: new)
    self.parts =
      byVersion || bySystem
      ? parts.map { ($0.key, $0.value) }.sorted { one, other in
        if one.1.total != other.1.total { return one.1.total < other.1.total }
        return (one.0.appVersion, one.0.osVersion) < (other.0.appVersion, other.0.osVersion)
      } : []
    self.now = now.total.promptAckRate
    self.before = before.total.promptAckRate
    guard let part = self.parts.min(by: { $0.part.within < $1.part.within }),
      let rate = old[part.segment]?.value
    else { return }
    // Of the builds that make up the part now, the one that would have had most acks more at the former rate.
    let builds = now.cells.filter { segment($0) == part.segment }
    let lost = builds.map { build in
      rate * Double(build.counts[.ackEligible]) - Double(build.counts.promptAckRate.numerator)
    }
    guard let most = lost.max(), let place = lost.firstIndex(of: most) else { return }
    worst = (
      Segment(
        appVersion: byVersion ? builds[place].appVersion : "",
        osVersion: bySystem ? builds[place].osVersion : ""), part.part.within
    )
  }

  /// The share of itself by which the rate has fallen.
  var fall: Double { Self.fall(from: before, to: now) }

  static func fall(from before: Rate, to now: Rate) -> Double {
    guard let before = before.value, let now = now.value, before > 0 else { return 0 }
    return 1 - now / before
  }

  /// The version under which each version is counted: itself where both times have it, else its neighbour.
  ///
  /// An update moves the same people to another version. If that counted as a shift between versions, a worse new
  /// version would be no change for the worse. So a version that only one of the times has goes with the next lower one
  /// that both have, or else with the next higher. A version that people have left is still one that both have: if it
  /// went with the one they moved to, nothing would be left of a shift.
  private static func lines(
    _ before: AppBuilds, _ now: AppBuilds, by version: KeyPath<AppBuilds.Cell, String>, least: Int
  ) -> [String: String] {
    let (old, new) = (before.sizes(by: version), now.sizes(by: version))
    let common = old.filter { $0.value >= least && new[$0.key, default: 0] >= Self.leastNow }.keys
      .map(VersionNumber.init).sorted()
    var lines: [String: String] = [:]
    for version in Set(old.keys).union(new.keys) {
      let number = VersionNumber(version)
      let place = common.partitionPoint { number < $0 }
      lines[version] = (place > 0 ? common[place - 1] : common.first)?.text ?? ""
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

  /// The ack-eligible sends by a known version.
  fileprivate func sizes(by version: KeyPath<Cell, String>) -> [String: Int] {
    cells.reduce(into: [:]) { sizes, cell in
      let name = cell[keyPath: version]
      if !name.isEmpty { sizes[name, default: 0] += cell.counts[.ackEligible] }
    }
  }

  /// The prompt ack rates by segment.
  fileprivate func rates(_ segment: (Cell) -> RateChange.Segment) -> [RateChange.Segment: Rate] {
    cells.reduce(into: [:]) { rates, cell in
      rates[segment(cell), default: Rate(0, of: 0)].add(cell.counts.promptAckRate)
    }
  }
}

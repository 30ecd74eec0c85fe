import Prose
import ReceiptModel

/// The deliveries of one sender that were answered under one foreign AppKey, all builds together.
struct ForeignAnswers {
  var sender: String
  var foreignKey: String
  var deliveries: Int
  /// `nil` when that was not counted.
  var devices: Int?
  /// The build with most of them first; empty when unknown.
  var builds: [(version: String, deliveries: Int)]
  /// `nil` when that was not looked up.
  var firstAt: Instant?

  /// One for each pair of keys, in order: taken from the facts where they were gathered, else from the flags.
  static func all(_ evidence: Evidence) -> [ForeignAnswers] {
    var facts: [CohortKey: [MismatchFacts]] = [:]
    for fact in evidence.mismatches where fact.deliveries > 0 {
      facts[CohortKey(day: 0, appKey: fact.sender, parts: [fact.foreignKey]), default: []].append(fact)
    }
    guard facts.isEmpty else {
      return facts.sorted { $0.key < $1.key }.map { ForeignAnswers($0.value) }
    }
    return evidence.flags.filter { $0.flag == "app_key_mismatch" && $0.count > 0 }.map { flag in
      ForeignAnswers(
        sender: flag.detail, foreignKey: flag.appKey, deliveries: flag.count, devices: nil,
        builds: worstVersion(of: flag.detail, evidence).map { [$0] } ?? [], firstAt: nil)
    }
  }

  /// The number of answers under a key in all.
  static func count(under foreignKey: String, _ evidence: Evidence) -> Int {
    all(evidence).filter { $0.foreignKey == foreignKey }.reduce(0) { $0 + $1.deliveries }
  }

  /// `app_version 5.0.0 (310 deliveries), app_version 5.0.1 (2)`; at most three, empty when no build is known.
  var buildWords: Phrase {
    let known = builds.filter { !$0.version.isEmpty }
    let names = known.prefix(3).enumerated().map { place, build -> Phrase in
      if place > 0 { return "app_version \(build.version) (\(build.deliveries))" }
      return build.deliveries == 1
        ? "app_version \(build.version) (1 delivery)"
        : "app_version \(build.version) (\(build.deliveries) deliveries)"
    }
    .joined()
    return known.count > 3 ? "\(names) and \(known.count - 3) more" : names
  }

  /// Whether they come from all builds alike, as many as each has sends: then no build is to blame.
  func areSpread(_ evidence: Evidence) -> Bool {
    let known = builds.filter { !$0.version.isEmpty }
    let answered = known.reduce(0) { $0 + $1.deliveries }
    guard firstAt != nil, known.count >= Self.fewestSpread else { return false }
    let sends = Self.byVersion(.sent, of: sender, evidence)
    let all = sends.values.reduce(0, +)
    return known.allSatisfy { build in
      let own = sends[CohortKey(day: 0, appKey: "", parts: [build.version])] ?? 0
      guard own > 0 else { return false }
      let share = Double(own) / Double(all)
      return Chance.ofAtLeast(build.deliveries, of: answered, share: share) * Double(known.count)
        >= evidence.limits.chance
    }
  }

  /// The version that nearly all come from: the only one, or one that surely has more of them than of the sends.
  ///
  /// A device whose app is updated answers once more as the old build.
  func version(_ evidence: Evidence) -> String? {
    guard firstAt != nil, let worst = builds.first, !worst.version.isEmpty else { return nil }
    if builds.count == 1 { return worst.version }
    let sends = Self.byVersion(.sent, of: sender, evidence)
    let all = sends.values.reduce(0, +)
    guard 10 * worst.deliveries >= 9 * deliveries, all > 0,
      let own = sends[CohortKey(day: 0, appKey: "", parts: [worst.version])]
    else { return nil }
    let chance = Chance.ofAtLeast(worst.deliveries, of: deliveries, share: Double(own) / Double(all))
    return chance < evidence.limits.chance ? worst.version : nil
  }

  /// Builds below which nothing is spread over them.
  private static let fewestSpread = 3

  private init(_ facts: [MismatchFacts]) {
    sender = facts[0].sender
    foreignKey = facts[0].foreignKey
    deliveries = facts.reduce(0) { $0 + $1.deliveries }
    // A device that was updated in between stands in two builds, so their counts cannot be added up.
    devices = facts.count == 1 ? facts[0].devices : nil
    builds = facts.map { ($0.appVersion, $0.deliveries) }.sorted { one, other in
      one.1 != other.1 ? one.1 > other.1 : VersionNumber(other.0) < VersionNumber(one.0)
    }
    firstAt = facts.map(\.firstAt.milliseconds).min().map(Instant.init(milliseconds:))
  }

  private init(
    sender: String, foreignKey: String, deliveries: Int, devices: Int?,
    builds: [(version: String, deliveries: Int)], firstAt: Instant?
  ) {
    self.sender = sender
    self.foreignKey = foreignKey
    self.deliveries = deliveries
    self.devices = devices
    self.builds = builds
    self.firstAt = firstAt
  }

  /// The version most of the sender's answered deliveries belong to, where versions are known.
  private static func worstVersion(
    of appKey: String, _ evidence: Evidence
  ) -> (version: String, deliveries: Int)? {
    let sums = byVersion(.mismatch, of: appKey, evidence)
    let worst = sums.max { one, other in
      one.value != other.value ? one.value < other.value : other.key < one.key
    }
    return worst.flatMap { $0.value > 0 ? ($0.key.parts[0], $0.value) : nil }
  }

  /// A counter of the judged days by known app version, which is the key's only part.
  private static func byVersion(_ count: Count, of appKey: String, _ evidence: Evidence) -> [CohortKey: Int] {
    evidence.versions.series(of: appKey).reduce(into: [:]) { sums, build in
      guard !build.parts[0].isEmpty else { return }
      sums[CohortKey(day: 0, appKey: "", parts: [build.parts[0]]), default: 0] +=
        evidence.versions.sum(count, build.places)
    }
  }
}

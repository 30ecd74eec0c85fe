import ReceiptModel

/// An app version and the one before it, on the OS versions that both were sent to.
struct VersionPair {
  var new: String
  var old: String
  /// The ack rates of both by OS version, the new one first.
  var strata: [Standardisation.Stratum]
  /// The new version's, over these strata.
  var newRate: Rate
  /// Both rates as they would be with the new version's OS mix.
  var rates: (new: Double, old: Double)
  /// The chance that the new version is acked so much less, or less still, if both are acked alike.
  ///
  /// By pushes, or by one push for each device where that is larger: see `FirstPushes`.
  var chance: Double

  /// The new versions of an app with the ones before them: each with the next lower one that has enough sends and is not
  /// silent.
  ///
  /// - Parameters:
  ///   - new: see `AppBuilds.newVersions`.
  ///   - devices: as in `DeviceFacts.systems`; without an entry for a version pushes alone decide.
  static func all(
    _ app: AppBuilds, new: Set<String>, least: Int, devices: [CohortKey: FirstPushes] = [:]
  ) -> [VersionPair] {
    let known = app.judgedVersions(least)
    return known.indices.dropFirst().compactMap { place in
      new.contains(known[place])
        ? VersionPair(app, new: known[place], old: known[place - 1], least: least, devices) : nil
    }
  }

  private init?(
    _ app: AppBuilds, new: String, old: String, least: Int, _ devices: [CohortKey: FirstPushes]
  ) {
    self.new = new
    self.old = old
    var strata: [Standardisation.Stratum] = []
    var ofDevices: [Standardisation.Stratum] = []
    func firsts(_ version: String, _ system: String) -> Rate {
      devices[CohortKey(day: 0, appKey: app.appKey, parts: [version, system])]?.sent ?? Rate(0, of: 0)
    }
    let (newRates, oldRates) = (app.rates(new), app.rates(old))
    for system in app.osVersions + [""] {
      guard let one = newRates[system], let other = oldRates[system],
        // Where the new version is silent, `extension_silent` says so; this asks for the rest.
        one.numerator > 0, other.denominator > 0
      else { continue }
      strata.append(Standardisation.Stratum(one, other))
      ofDevices.append(Standardisation.Stratum(firsts(new, system), firsts(old, system)))
    }
    guard let direct = Standardisation.direct(strata) else { return nil }
    newRate = strata.reduce(into: Rate(0, of: 0)) { $0.add($1.one) }
    guard newRate.denominator >= least else { return nil }
    rates = (direct.one, direct.other)
    chance = Standardisation.chanceOfLower(strata)
    if ofDevices.contains(where: { $0.one.denominator > 0 }),
      ofDevices.contains(where: { $0.other.denominator > 0 })
    {
      chance = max(chance, Standardisation.chanceOfLower(ofDevices))
    }
    self.strata = strata
  }

  /// The share of itself by which the rate has fallen; below 0 when it has risen.
  var fall: Double { rates.old > 0 ? 1 - rates.new / rates.old : 0 }

  /// The number of missing acks, if the new version would be acked as the old one is.
  var lostAcks: Double { max(0, rates.old - rates.new) * Double(newRate.denominator) }
}

extension AppBuilds {
  /// The factor from which on a version's part of the sends counts as grown; parts vary by chance.
  private static let growth = 1.2

  /// The versions that people move to: the highest one, and each whose part of the sends has grown against the days before.
  func newVersions(before: AppBuilds?, least: Int) -> Set<String> {
    let known = judgedVersions(least)
    return Set(
      known.filter { version in
        let hasGrown = before.map { share(of: version) >= Self.growth * $0.share(of: version) } ?? false
        return hasGrown || version == known.last
      })
  }

  /// Those with enough sends, and with acks, from the lowest on.
  fileprivate func judgedVersions(_ least: Int) -> [String] {
    versions.filter { version in
      let counts = counts(version: version)
      return counts[.ackEligible] >= least && counts[.eligibleAcked] > 0
    }
  }

  /// A version's part of the ack-eligible sends.
  fileprivate func share(of version: String) -> Double {
    Rate(counts(version: version)[.ackEligible], of: total[.ackEligible]).value ?? 0
  }

  /// The ack rates of a version by OS version; an ack under a foreign AppKey is one too, and `app_key_mismatch` tells
  /// what is wrong with it.
  fileprivate func rates(_ version: String) -> [String: Rate] {
    let sums = (places[version] ?? []).reduce(into: [String: Counts]()) { sums, place in
      sums[cells[place].osVersion, default: Counts()].add(cells[place].counts)
    }
    return sums.mapValues { counts in
      Rate(min(counts[.ackEligible], counts[.eligibleAcked] + counts[.mismatch]), of: counts[.ackEligible])
    }
  }
}

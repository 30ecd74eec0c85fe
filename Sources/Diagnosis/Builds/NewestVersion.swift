import ReceiptModel

/// The acks of an AppKey's newest version beside those of its other versions in the same hours.
///
/// Whom a campaign goes to, and when, moves the acks of all versions together, and the same hours take that out. What is
/// left is who has the version: those who update first use the app more than others, so fewer acks of the newest version
/// are hardly a matter of its people. Of an older one they may be, where only those stay who hardly use the app.
struct NewestVersion {
  /// The rates of its pushes and of the others, weighted alike.
  var pair: BuildLoss.Pair
  var observed: Rate
  /// The chance of so few acks, or fewer, if they are as many as the others'.
  ///
  /// Pushes of one device are not independent of each other, by how far the rates of devices lie apart: see
  /// `DeviceShares`.
  var chance: Double

  /// - Returns: `nil` where too few devices have it, and where no other version was sent to in the same hours.
  init?(_ appKey: String, _ version: String, _ evidence: Evidence) {
    guard let devices = evidence.devices.build(appKey, version)?.shares,
      devices.devices >= PairedRates.fewestDevices, let window = evidence.scope.window
    else { return nil }
    let cells = evidence.buildHours
    func rates(_ series: CohortCells.Series) -> [(hour: Int, rate: Rate)] {
      cells.ackRates(series.places).filter { window.contains(evidence.hours[$0.hour].start) }
    }
    var own: [Int: Rate] = [:]
    var others: [Int: Rate] = [:]
    for series in cells.series(of: appKey) where !series.parts[0].isEmpty {
      let isOwn = series.parts[0].hasSameBytes(as: version)
      for (hour, rate) in rates(series) {
        if isOwn { own[hour] = rate } else { others[hour, default: Rate(0, of: 0)].add(rate) }
      }
    }
    var sum = MatchedSum()
    observed = Rate(0, of: 0)
    for (hour, rate) in own.sorted(by: { $0.key < $1.key }) {
      guard let other = others[hour], other.denominator > 0 else { continue }
      sum.add(rate, other)
      observed.add(rate)
    }
    guard let pair = sum.rates else { return nil }
    self.pair = pair
    let independent = Double(devices.devices) * devices.pushesOfDevice
    chance = sum.chanceOfLower(designEffect: max(1, Double(observed.denominator) / independent))
  }
}

/// The way of a push that was sent, to the device and back.
extension Delivery {
  mutating func travel(from sentAt: Int64) {
    if device.platform == .iOS { travelByApple(from: sentAt) } else { travelByAndroid(from: sentAt) }
  }

  /// APNs takes the push, the device is reached at once or when it comes online again, the extension reports, the
  /// banner shows.
  private mutating func travelByApple(from sentAt: Int64) {
    let taken = sentAt + min(chance.logNormal(median: 450, sigma: 0.4), 3_000)
    if chance.happens(0.985) { log(.arrive, at: taken) }
    // Of an app's own devices some are switched off for days: APNs gives up.
    guard !chance.happens(0.03), !device.isAway(at: sentAt) else { return }
    var reached = taken + chance.logNormal(median: 600, sigma: 0.9)
    if chance.happens(0.08) { reached += min(chance.exponential(mean: 10_800_000), 86_400_000) }
    reached += absence()
    guard !device.isMuted, !message.isSilent else { return }

    var shown = reached
    arrivals.removeAll(keepingCapacity: true)
    // Now and then the system ends the extension before it has begun.
    if !chance.happens(0.01) {
      shown = ServiceExtension.report(
        from: reached, network: device.network, conditions, &chance, arrivals: &arrivals)
      if conditions.acceptsReports { for arrival in arrivals { logAck(arrival, of: reached) } }
    }
    // Who has a working connection is more likely to be holding the device.
    react(to: shown, openShare: arrivals.isEmpty ? 0.8 : 1)
  }

  /// The own connection of a device that is online, or its maker's service.
  private mutating func travelByAndroid(from sentAt: Int64) {
    if draft.channel != .fcm, chance.happens(0.035) {
      return log(.arriveFail, at: sentAt + 500 + chance.upTo(3_000), reason: nonArrival())
    }
    guard !chance.happens(0.08), !device.isAway(at: sentAt) else { return }
    var reached = sentAt + chance.logNormal(median: draft.channel == .accs ? 350 : 1_500, sigma: 0.8)
    if draft.channel != .accs, chance.happens(0.1) {
      reached += min(chance.exponential(mean: 7_200_000), 86_400_000)
    }
    reached += absence()
    if chance.happens(0.97) { log(.arrive, at: reached) }
    guard !device.isMuted, !message.isSilent else { return }
    react(to: reached, openShare: 0.9)
  }

  /// How long the device is away for, beside what is usual: mostly not at all, else some days.
  private mutating func absence() -> Int64 {
    guard scenario.worlds.contains(.returns), chance.happens(0.15) else { return 0 }
    return 86_400_000 + min(chance.exponential(mean: 172_800_000), 777_600_000)
  }

  /// What the person does about a push shown at `time`.
  private mutating func react(to time: Int64, openShare: Double) {
    let interest = device.activity?.interest ?? 1
    if chance.happens(scenario.opens * openShare * interest) {
      let opened = time + 1_500 + chance.exponential(mean: 1_800_000)
      log(chance.happens(0.9) ? .open : .click, at: opened, stamp: opened + conditions.clockError)
    } else if chance.happens(scenario.dismissals * interest) {
      let dismissed = time + 1_000 + chance.exponential(mean: 2_400_000)
      log(chance.happens(0.9) ? .delete : .dismiss, at: dismissed, stamp: dismissed + conditions.clockError)
    }
  }

  /// Why a gateway did not take the push, as its own kind of gateway says it.
  mutating func refusal() -> UInt8 {
    switch draft.channel {
    case .apns: Self.appleRefusals.pick(&chance)
    case .huawei, .honor: Self.huaweiRefusals.pick(&chance)
    default: Self.otherRefusals.pick(&chance)
    }
  }

  private mutating func nonArrival() -> UInt8 { Self.nonArrivals.pick(&chance) }

  // Indices into `Words.reasons`.
  private static let appleRefusals = Weighted<UInt8>([(1, 3), (2, 5), (3, 1), (4, 0.5), (5, 0.5)])
  private static let huaweiRefusals = Weighted<UInt8>([(6, 6), (9, 0.5), (13, 1), (14, 0.3), (16, 0.3)])
  private static let otherRefusals = Weighted<UInt8>([
    (7, 3), (8, 2), (17, 0.3), (13, 1), (15, 0.5), (16, 0.3),
  ])
  private static let nonArrivals = Weighted<UInt8>([(10, 5), (11, 2), (12, 2), (13, 0.5)])
}

import Prose
package import ReceiptModel

extension Diagnosis {
  /// What can be said of a device under each AppKey.
  ///
  /// - Parameters:
  ///   - appKeys: only where one of these plays a part; all when empty.
  ///   - zone: of times in sentences.
  /// - Returns: `nil` when none is left.
  package static func explain(
    _ story: DeviceStory, _ settings: ExplainSettings, appKeys: [String] = [], in zone: ReportZone
  ) -> DeviceExplanation? {
    let apps = DeviceCase.all(of: story, settings, in: zone).filter { $0.concerns(appKeys) }
    return apps.isEmpty
      ? nil : DeviceExplanation(deviceID: story.deviceID, apps: apps.map(\.explanation))
  }
}

extension DeviceCase {
  fileprivate func concerns(_ appKeys: [String]) -> Bool {
    appKeys.isEmpty || appKeys.contains(appKey)
      || pushes.contains { $0.delivery.foreign.contains { appKeys.contains($0.appKey) } }
  }

  fileprivate var explanation: DeviceAppExplanation {
    let verdict = verdict
    let signs = signs
    let lastPushes = pushes.suffix(DeviceStory.shownPushes).reversed().map(\.explained)
    return DeviceAppExplanation(
      appKey: appKey, verdict: verdict, grounds: grounds(for: verdict), rivals: rivals(of: verdict),
      nextStep: nextStep(for: verdict), firstSign: signs.first, lastSign: signs.last, totals: totals,
      isMuted: isMuted, tokenState: tokenState,
      lastPushes: lastPushes,
      builds: periods {
        let traits = $0.delivery.traits
        return DeviceBuildName(
          appVersion: traits.appVersion, osVersion: traits.osVersion, brand: traits.brand,
          networkType: traits.networkType)
      },
      channels: periods {
        DeviceChannelName(platform: $0.delivery.traits.platform, channel: $0.delivery.traits.channel)
      }, comparison: comparison, findings: lastPushes.map(\.explanation.findings).together)
  }

  private var signs: [SignOfLife] {
    let events = pushes.flatMap { $0.answers + $0.foreignAnswers }.map {
      SignOfLife(at: $0.at, kind: $0.kind)
    }
    let opens = facts.opens.map { [SignOfLife(at: $0.first), SignOfLife(at: $0.last)] } ?? []
    return (events + opens).sorted { ($0.at, $0.kind?.rawValue ?? 0) < ($1.at, $1.kind?.rawValue ?? 0) }
  }

  var totals: DeviceTotals {
    DeviceTotals(
      pushes: pushes.count, sent: sentPushes.count, refused: pushes.count { !$0.refusals.isEmpty },
      acked: pushes.count { $0.delivery.story.has(.extAck) },
      opened: pushes.count { $0.delivery.story.has(.opened) })
  }

  /// As the view `devices`.
  private var tokenState: String? {
    if isTokenDead { return "dead" }
    return pushes.contains { $0.takenAt != nil } ? "taken" : nil
  }

  /// The last first.
  private func periods<Name: Hashable & Sendable>(
    _ name: (DevicePushCase) -> Name
  ) -> [DevicePeriod<Name>] {
    var places: [Name: Int] = [:]
    var periods: [DevicePeriod<Name>] = []
    for push in pushes.reversed() {
      let name = name(push)
      if let place = places[name] {
        periods[place].pushes += 1
        periods[place].first = push.begunAt
      } else {
        places[name] = periods.count
        periods.append(DevicePeriod(name: name, pushes: 1, first: push.begunAt, last: push.begunAt))
      }
    }
    return periods
  }

  private var comparison: DeviceComparison? {
    guard let from = usual.from, let to = usual.to else { return nil }
    let version = appVersion
    let (others, isOfVersion) = usual.counts(of: version)
    func rate(_ counts: Counts, _ part: Count, _ whole: Count) -> Rate {
      Rate(counts[part], of: counts[whole])
    }
    return DeviceComparison(
      appVersion: isOfVersion ? version : "", from: from, to: to,
      rates: [
        RateAgainstOthers(
          name: "acked", own: rate(usual.own, .eligibleAcked, .ackEligible),
          others: rate(others, .eligibleAcked, .ackEligible)),
        RateAgainstOthers(
          name: "opened", own: rate(usual.own, .opened, .sent), others: rate(others, .opened, .sent)),
      ])
  }
}

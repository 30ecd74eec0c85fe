import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct DeviceFactsTests {
  @Test(arguments: 0..<16)
  func `any deliveries are added up as the obvious way does`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let devices = (0..<Int.random(in: 1...20, using: &random)).map { _ in Self.device(&random) }
    var facts = DeviceFacts()
    for delivery in devices.joined() { facts.add(delivery) }
    facts.finish()
    let twin = DeviceTwin(devices)

    for slice in facts.slices {
      let own = twin.slice(slice.appKey, slice.appVersion, slice.networkType)
      #expect(slice.eligible == own.count)
      #expect(slice.acked == own.count { $0.ackedAt != nil })
      #expect(slice.opened == own.count { $0.isOpened })
      #expect(slice.openedAcked == own.count { $0.isOpened && $0.ackedAt != nil })
      #expect(slice.retried == own.count { DeviceTwin.isRetried($0) })
      #expect(
        slice.laterTries
          == own.count { push in
            guard let latency = push.ackLatency, (0..<18_000).contains(latency) else { return false }
            return latency >= 6_000 || DeviceTwin.isRetried(push)
          })
      #expect(slice.shares.devices == twin.devices(slice.appKey, slice.appVersion, slice.networkType))
      let shares = twin.shares(slice.appKey, slice.appVersion, slice.networkType)
      let mean = shares.reduce(0, +) / Double(shares.count)
      // In whole parts of a 32,768th.
      #expect(abs((slice.shares.mean ?? -1) - mean) < 1e-4)
      let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, shares.count - 1))
      let pushes = shares.count > 1 ? max(1, mean * (1 - mean) / max(variance, 1e-6)) : 1
      #expect(abs(slice.shares.pushesOfDevice - pushes) < 0.01 * pushes || variance < 1e-5)
      #expect(slice.seconds.negative == own.count { ($0.ackLatency ?? 0) < 0 })
      #expect(slice.seconds.beyond == own.count { ($0.ackLatency ?? 0) >= 61_000 })
      let latencies = own.compactMap(\.ackLatency).filter { $0 >= 0 }
      #expect(
        (0...60).map { slice.seconds[$0...$0] }
          == (0...60).map { second in
            latencies.count { $0 / 1000 == second }
          })
    }
    #expect(facts.slices.reduce(0) { $0 + $1.eligible } == devices.joined().count)
    for build in facts.builds {
      #expect(build.devices == twin.devices(build.appKey, build.appVersion, nil))
      let ended = twin.spread(build.appKey, build.appVersion)
      for count in 0...DeviceBuild.pushesAtMost {
        let own = ended.filter { min($0.count, DeviceBuild.pushesAtMost) == count }
        #expect(build.byPushes[count] == own.count)
        #expect(build.silentByPushes[count] == own.count { $0.allSatisfy { !DeviceTwin.isAnswered($0) } })
      }
    }
    for build in facts.builds where !build.appVersion.isEmpty {
      let moves = twin.moves(build.appKey, build.appVersion).filter { !$0.before.isEmpty }
      #expect(build.move.acks.devices == moves.count)
      #expect(build.move.after == DeviceTwin.rate(moves.flatMap(\.after)))
      guard !moves.isEmpty else { continue }
      #expect(abs((build.move.acks.rates?.after ?? -1) - DeviceTwin.moved(moves) { $0.after }) < 1e-9)
      #expect(abs((build.move.acks.rates?.before ?? -1) - DeviceTwin.moved(moves) { $0.before }) < 1e-9)
    }
    for app in facts.apps {
      let kept = ["1.0", "2.0"].flatMap { twin.moves(app.appKey, $0).filter(\.before.isEmpty).map(\.after) }
      for (hour, sum) in app.kept.hours {
        let own = DeviceTwin.effect(hour: hour, kept)
        #expect(abs(sum.acked - own.acked) < 1e-9)
        #expect(abs(sum.expected - own.expected) < 1e-9)
        #expect(abs(sum.told - own.told) < 1e-9)
      }
      let sums = app.kept.hours.values.reduce(0) { $0 + $1.acked }
      #expect(sums == DeviceTwin.effect(hour: nil, kept).acked)
    }
    for app in facts.apps {
      let own = twin.devices.filter { $0[0].appKey == app.appKey }
      #expect(app.devices == own.count)
      #expect(app.replaced == own.reduce(0) { $0 + DeviceTwin.replaced($1) })
      #expect(app.early == own.count { $0.contains { ($0.ackLatency ?? 0) < 0 } })
      #expect(app.beforeLongWait == DeviceTwin.predecessors(own) { $0 > 600_000 })
      #expect(app.beforePromptAck == DeviceTwin.predecessors(own) { $0 <= 600_000 })
      let phases = DeviceTwin.phases(own)
      #expect(app.throttling.phases == phases)
      let (after, others) = DeviceTwin.comparisons(own)
      for (sum, strata) in [(app.throttling.after, after), (app.throttling.others, others)] {
        let rates = Standardisation.sum(of: strata).rates
        #expect(abs((sum.rates?.after ?? -1) - (rates?.one ?? -1)) < 1e-9)
        #expect(abs((sum.rates?.before ?? -1) - (rates?.other ?? -1)) < 1e-9)
      }
    }
  }

  /// A device with a few pushes over some days, of which some are acked, late or twice.
  private static func device(_ random: inout SeededGenerator) -> [DeviceDelivery] {
    let appKey = ["1", "2"].randomElement(using: &random) ?? ""
    var sentAt = DeviceSample.start
    let stay = Int.random(in: 0...9, using: &random)
    return (0..<Int.random(in: 1...80, using: &random)).map { index in
      sentAt += Int64.random(in: 0...8_000_000, using: &random)
      let version = ["", "1.0", "2.0"][stay < 7 ? stay % 3 : Int.random(in: 0...2, using: &random)]
      let network = ["", "wifi", "4g"][stay < 7 ? stay % 3 : Int.random(in: 0...2, using: &random)]
      let latency: Int64? =
        switch Int.random(in: 0...9, using: &random) {
        case 0...3: Int64.random(in: 0...5_000, using: &random)
        case 4: Int64.random(in: -5_000...70_000, using: &random)
        case 5: Int64.random(in: 0...40_000_000, using: &random)
        default: nil
        }
      let ackedAt = latency.map { sentAt + $0 }
      let further = (0..<(latency == nil ? 0 : Int.random(in: 0...2, using: &random))).map { _ in
        (ackedAt ?? 0) + Int64.random(in: 1...25_000, using: &random)
      }
      let isOpened = Int.random(in: 0...9, using: &random) == 0
      return DeviceDelivery(
        appKey: appKey, startsDevice: index == 0, message: Int64(index), appVersion: version,
        networkType: network, sentAt: sentAt, ackedAt: ackedAt, ackLatency: latency, isOpened: isOpened,
        isConfirmed: latency != nil || isOpened || Int.random(in: 0...19, using: &random) == 0,
        furtherAcks: further)
    }
  }

  @Test func `builds beyond a number count as unknown, so that hostile versions cost no memory`() {
    var facts = DeviceFacts()
    for index in 0..<4_200 {
      var push = DeviceSample.push("version \(index)", latency: 1_000)
      push.startsDevice = true
      facts.add(push)
    }
    facts.finish()
    #expect(facts.slices.count == 4_097)
    #expect(facts.slices.last?.appVersion == "")
    #expect(facts.slices.reduce(0) { $0 + $1.eligible } == 4_200)
  }

  @Test func `a device with any number of pushes is one device`() {
    var facts = DeviceFacts()
    for index in 0..<9_000 {
      var push = DeviceSample.push(at: DeviceSample.start + Int64(index) * 10_000)
      push.startsDevice = index == 0
      facts.add(push)
    }
    facts.finish()
    #expect(facts.apps.map(\.devices) == [1])
    #expect(facts.builds.map(\.devices) == [1])
    #expect(facts.builds[0].silentByPushes[DeviceBuild.pushesAtMost] == 1)
  }

  @Test func `spellings of other bytes are other builds`() {
    var facts = DeviceFacts()
    for version in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
      var push = DeviceSample.push(version)
      push.startsDevice = true
      facts.add(push)
    }
    facts.finish()
    #expect(facts.slices.map(\.eligible) == [2, 1])
  }
}

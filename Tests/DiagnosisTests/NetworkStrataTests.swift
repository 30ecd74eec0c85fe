import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

struct NetworkStrataTests {
  /// Slices of some builds on some networks, from random deliveries of random devices.
  private static func slices(_ random: inout SeededGenerator) -> [DeviceSlice] {
    var facts = DeviceFacts()
    let builds = Int.random(in: 1...6, using: &random)
    for device in 0..<Int.random(in: 1...40, using: &random) {
      let version = "\(Int.random(in: 0..<builds, using: &random))"
      for push in 0..<Int.random(in: 1...4, using: &random) {
        let sent = Int64(device * 1000 + push)
        let latency = Bool.random(using: &random) ? Int64.random(in: 0..<90_000, using: &random) : nil
        facts.add(
          DeviceDelivery(
            appKey: "a", startsDevice: push == 0, message: Int64(push), appVersion: version,
            networkType: ["", "wifi", "4g", "5g"].randomElement(using: &random) ?? "", sentAt: sent,
            ackedAt: latency.map { sent + $0 }, ackLatency: latency, isOpened: Bool.random(using: &random)))
      }
    }
    facts.finish()
    return facts.slices
  }

  private static func sum(_ slices: [DeviceSlice]) -> NetworkStrata.Sum {
    slices.reduce(into: NetworkStrata.Sum()) { $0.add(NetworkStrata.Sum($1)) }
  }

  @Test(arguments: seeds(0..<200 as Range<UInt64>))
  func `each part stands beside the sum of all others, on the networks that it has`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let slices = Self.slices(&random)
    let versions = Set(slices.map(\.appVersion)).sorted()
    let found = NetworkStrata.each(of: slices, by: \.appVersion)
    #expect(found.map(\.part) == (versions.count > 1 ? versions : []))
    let unknown = Self.sum(slices.filter(\.networkType.isEmpty)).eligible
    for (version, strata) in found {
      let own = slices.filter { $0.appVersion == version }
      let peers = slices.filter { $0.appVersion != version }
      #expect(strata.own == Self.sum(own) && strata.peers == Self.sum(peers))
      if Double(unknown) > 0.2 * Double(Self.sum(slices).eligible) {
        #expect(strata.strata.map(\.name) == [""])
        continue
      }
      #expect(strata.strata.map(\.name) == Set(own.map(\.networkType)).sorted())
      for stratum in strata.strata {
        #expect(stratum.own == Self.sum(own.filter { $0.networkType == stratum.name }))
        #expect(stratum.peers == Self.sum(peers.filter { $0.networkType == stratum.name }))
      }
    }
  }
}

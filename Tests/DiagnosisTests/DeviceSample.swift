import Diagnosis
import ReceiptModel

/// Deliveries of devices made by hand.
struct DeviceSample {
  private(set) var facts = DeviceFacts()
  static let appKey = "333"
  static let start = Sample.history[14].start
  static let hour: Int64 = 3_600_000

  /// A push of a device, `latency` milliseconds to its ack.
  static func push(
    _ version: String = "1.0", _ network: String = "wifi", at sentAt: Int64 = start, latency: Int64? = nil,
    retried: Bool = false, opened: Bool = false, appKey: String = appKey, isOfUnackedMessage: Bool = false
  ) -> DeviceDelivery {
    let ackedAt = latency.map { sentAt + $0 }
    return DeviceDelivery(
      appKey: appKey, startsDevice: false, message: sentAt, appVersion: version, networkType: network,
      sentAt: sentAt, ackedAt: ackedAt, ackLatency: latency, isOpened: opened,
      isConfirmed: latency != nil || opened,
      furtherAcks: retried ? [(ackedAt ?? sentAt) + 6_000] : [], isOfUnackedMessage: isOfUnackedMessage)
  }

  /// Adds a device with these pushes.
  mutating func device(_ pushes: [DeviceDelivery]) {
    for (index, push) in pushes.enumerated() {
      var push = push
      push.startsDevice = index == 0
      facts.add(push)
    }
  }

  /// Adds devices with one push each.
  ///
  /// - Parameters:
  ///   - acked: how many are acked after so many seconds.
  ///   - retried: how many of the acked ones have an ack of a second try.
  ///   - openedAcked: how many are acked and opened.
  ///   - openedUnacked: how many are opened without an ack.
  mutating func build(
    _ version: String, _ network: String, sent: Int, acked: [Int: Int], retried: Int = 0,
    openedAcked: Int = 0, openedUnacked: Int = 0, appKey: String = appKey
  ) {
    let latencies = acked.sorted { $0.key < $1.key }.flatMap { second, count in
      Array(repeating: Int64(second) * 1000 + 500, count: count)
    }
    for index in 0..<sent {
      let isAcked = index < latencies.count
      let isOpened =
        isAcked ? index < openedAcked : index - latencies.count < openedUnacked
      device([
        Self.push(
          version, network, latency: isAcked ? latencies[index] : nil, retried: index < retried,
          opened: isOpened, appKey: appKey)
      ])
    }
  }

  var evidence: Evidence {
    var evidence = Evidence(scope: Sample.scope)
    var facts = facts
    facts.finish()
    evidence.devices = facts
    return evidence
  }
}

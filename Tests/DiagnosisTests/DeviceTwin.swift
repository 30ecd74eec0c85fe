import Diagnosis
import ReceiptModel

/// The slow and obvious way to what `DeviceFacts` adds up: all devices are there, and each figure looks at all of them.
struct DeviceTwin {
  let devices: [[DeviceDelivery]]

  init(_ devices: [[DeviceDelivery]]) { self.devices = devices }

  func slice(_ appKey: String, _ version: String, _ network: String) -> [DeviceDelivery] {
    devices.joined().filter { $0.appKey == appKey && $0.appVersion == version && $0.networkType == network }
  }

  func devices(_ appKey: String, _ version: String, _ network: String?) -> Int {
    devices.count { device in
      device.contains { push in
        push.appKey == appKey && push.appVersion == version
          && (network.map { push.networkType == $0 } ?? true)
      }
    }
  }

  /// The share of its pushes to a slice that each device acked.
  func shares(_ appKey: String, _ version: String, _ network: String) -> [Double] {
    let own = devices.map { DeviceTwin([$0]).slice(appKey, version, network) }.filter { !$0.isEmpty }
    return own.map { pushes in Double(pushes.count { $0.ackedAt != nil }) / Double(pushes.count) }
  }

  /// Devices whose last push was to a build, and whose pushes are spread over half a day.
  func spread(_ appKey: String, _ version: String) -> [[DeviceDelivery]] {
    devices.filter { device in
      let last = device[device.count - 1]
      return last.appKey == appKey && last.appVersion == version
        && last.sentAt - device[0].sentAt >= 12 * 3_600_000
    }
  }

  static func isAnswered(_ push: DeviceDelivery) -> Bool {
    push.ackedAt != nil || push.isOpened || push.isConfirmed
  }

  static func isRetried(_ push: DeviceDelivery) -> Bool {
    guard let first = push.ackedAt else { return false }
    let acks = [first] + push.furtherAcks
    return acks.contains { one in acks.contains { (4_000...18_000).contains($0 - one) } }
  }

  static func replaced(_ device: [DeviceDelivery]) -> Int {
    device.indices.count { index in
      let push = device[index]
      let times = device.compactMap(\.ackedAt).filter { $0 > push.sentAt }
      guard !isAnswered(push), let first = times.min(), first - push.sentAt <= 72 * 3_600_000 else {
        return false
      }
      let answered = device.indices.filter { device[$0].ackedAt == first }
      return answered[0] > index && (device[answered[0]].ackLatency ?? 0) > 600_000
    }
  }

  static func predecessors(_ devices: [[DeviceDelivery]], _ belongs: (Int64) -> Bool) -> Rate {
    var rate = Rate(0, of: 0)
    for device in devices {
      for index in device.indices.dropFirst() {
        let (before, push) = (device[index - 1], device[index])
        guard let latency = push.ackLatency, belongs(latency), push.sentAt - before.sentAt <= 259_200_000
        else { continue }
        rate.denominator += 1
        if isAnswered(before) { rate.numerator += 1 }
      }
    }
    return rate
  }

  /// Of each device whose last known version is this: its pushes to it, and those to others before the first of them.
  func moves(_ appKey: String, _ version: String) -> [(after: [DeviceDelivery], before: [DeviceDelivery])] {
    devices.compactMap { device in
      let named = device.filter { !$0.appVersion.isEmpty }
      guard device[0].appKey == appKey, named.last?.appVersion == version else { return nil }
      let first = named.firstIndex { $0.appVersion == version } ?? 0
      return (named.filter { $0.appVersion == version }, Array(named[..<first]))
    }
  }

  /// The share of some pushes that is acked, each weighted as it counts: by those of the device on the other side.
  static func moved(
    _ moves: [(after: [DeviceDelivery], before: [DeviceDelivery])],
    _ side: (_ move: (after: [DeviceDelivery], before: [DeviceDelivery])) -> [DeviceDelivery]
  ) -> Double {
    let shares = moves.map { move in
      let (n, m) = (Double(move.after.count), Double(move.before.count))
      return (weight: n * m / (n + m), share: rate(side(move)).value ?? 0)
    }
    return shares.reduce(0) { $0 + $1.weight * $1.share } / shares.reduce(0) { $0 + $1.weight }
  }

  /// The prompt acks of an hour, or of all, of devices that ack and have more than one push, beside what each device's own
  /// rate says.
  static func effect(hour: Int64?, _ devices: [[DeviceDelivery]]) -> (
    acked: Double, expected: Double, told: Double
  ) {
    var sum = (acked: 0.0, expected: 0.0, told: 0.0)
    for device in devices where device.count > 1 && rate(device).numerator > 0 {
      let share = rate(device).value ?? 0
      for push in device where hour.map({ push.sentAt / 3_600_000 == $0 }) ?? true {
        sum.acked += Double(rate([push]).numerator)
        sum.expected += share
        sum.told += share * Double(device.count - 1) / Double(device.count)
      }
    }
    return sum
  }

  static func isSlow(_ push: DeviceDelivery) -> Bool {
    isRetried(push) || (push.ackLatency.map { (12_000...30_000).contains($0) } ?? false)
  }

  static func rate(_ pushes: [DeviceDelivery]) -> Rate {
    Rate(pushes.count { $0.ackLatency.map { $0 <= 600_000 } ?? false }, of: pushes.count)
  }

  /// Devices that can show throttling: more than one push, and an ack.
  private static func comparable(_ devices: [[DeviceDelivery]]) -> [[DeviceDelivery]] {
    devices.filter { $0.count > 1 && $0.contains { $0.ackedAt != nil } }
  }

  /// The pushes that are no slow acks, by the number of slow acks before them, at most 3.
  private static func phase(_ phase: Int, of device: [DeviceDelivery]) -> [DeviceDelivery] {
    device.indices.filter { index in
      !isSlow(device[index]) && min(3, device[..<index].count { isSlow($0) }) == phase
    }
    .map { device[$0] }
  }

  static func phases(_ devices: [[DeviceDelivery]]) -> [Rate] {
    let slow = comparable(devices).filter { $0.contains { isSlow($0) } }
    return (0...3).map { number in rate(slow.flatMap { phase(number, of: $0) }) }
  }

  /// What is compared inside each device, build and network: after slow acks with before, and of other devices the
  /// later half with the earlier one.
  static func comparisons(_ devices: [[DeviceDelivery]])
    -> (after: [Standardisation.Stratum], others: [Standardisation.Stratum])
  {
    var after: [Standardisation.Stratum] = []
    var others: [Standardisation.Stratum] = []
    for device in comparable(devices) {
      for version in ["", "1.0", "2.0"] {
        for network in ["", "wifi", "4g"] {
          let isOwn = { (push: DeviceDelivery) in push.appVersion == version && push.networkType == network }
          if device.contains(where: { isSlow($0) }) {
            let later = (1...3).flatMap { phase($0, of: device) }
            after.append(.init(rate(later.filter(isOwn)), rate(phase(0, of: device).filter(isOwn))))
          } else {
            let half = device.count / 2
            others.append(
              .init(rate(device[half...].filter(isOwn)), rate(device[..<half].filter(isOwn))))
          }
        }
      }
    }
    return (after, others)
  }
}

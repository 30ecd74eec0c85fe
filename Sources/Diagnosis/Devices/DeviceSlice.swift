import ReceiptModel

/// The ack-eligible deliveries of a build on one kind of network; both are empty when unknown.
package struct DeviceSlice: Equatable, Sendable {
  package let appKey: String
  package let appVersion: String
  package let networkType: String
  package private(set) var eligible = 0
  package private(set) var acked = 0
  package private(set) var opened = 0
  package private(set) var openedAcked = 0
  /// Deliveries with two acks so far apart that one is a second try.
  package private(set) var retried = 0
  /// Deliveries acked within the extension's budget, counted from the send, of which the time of the first ack, or a
  /// further ack, shows a second or third try.
  package private(set) var laterTries = 0
  package private(set) var seconds = AckSeconds()
  /// One push for each device of the build, where it was on this network.
  package internal(set) var firsts = FirstPushes()
  package private(set) var shares = DeviceShares()

  /// Places in the lists of `DeviceFacts`.
  let app: Int
  let build: Int
  /// The number of its AppKey and network in `NetworkHours`.
  var hours: Int?

  init(appKey: String, appVersion: String, networkType: String, _ app: Int, _ build: Int) {
    self.appKey = appKey
    self.appVersion = appVersion
    self.networkType = networkType
    self.app = app
    self.build = build
  }

  mutating func add(_ delivery: DeviceDelivery, isRetried: Bool, device: Int) {
    eligible += 1
    if delivery.ackedAt != nil { acked += 1 }
    if delivery.isOpened { opened += 1 }
    if delivery.isOpened, delivery.ackedAt != nil { openedAcked += 1 }
    if isRetried { retried += 1 }
    if let latency = delivery.ackLatency {
      seconds.add(milliseconds: latency)
      if AckSeconds.isInBudget(latency), isRetried || AckSeconds.isLaterTry(latency) { laterTries += 1 }
    }
    shares.add(isAcked: delivery.ackedAt != nil, device: device)
  }
}

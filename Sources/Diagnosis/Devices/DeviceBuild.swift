import ReceiptModel

/// The devices of a build, and how many of them never answered.
package struct DeviceBuild: Equatable, Sendable {
  package let appKey: String
  /// Empty when unknown.
  package let appVersion: String
  /// The ack rates of its devices.
  package private(set) var shares = DeviceShares()
  package var devices: Int { shares.devices }
  /// Devices by how many pushes they got (in the last place: that many or more), of those whose pushes are spread over
  /// `spread` at least.
  package private(set) var byPushes = Array(repeating: 0, count: DeviceBuild.pushesAtMost + 1)
  /// Those among them that never acked, opened or confirmed a push in another way.
  package private(set) var silentByPushes = Array(repeating: 0, count: DeviceBuild.pushesAtMost + 1)

  /// What devices did that came to it from another version.
  package internal(set) var move = VersionMove()

  package static let pushesAtMost = 64
  /// Milliseconds from a device's first push to its last: a phone that is off for a night misses many pushes that are
  /// sent in it.
  package static let spread: Int64 = 12 * 3_600_000

  private var latestOpener = 0

  init(appKey: String, appVersion: String) {
    self.appKey = appKey
    self.appVersion = appVersion
  }

  /// - Returns: whether this is the device's first push to this build, and whether it is the first that it opened.
  mutating func count(_ device: Int, isAcked: Bool, isOpened: Bool) -> (isFirst: Bool, isFirstOpen: Bool) {
    let isFirst = shares.add(isAcked: isAcked, device: device)
    let isFirstOpen = isOpened && device != latestOpener
    if isOpened { latestOpener = device }
    return (isFirst, isFirstOpen)
  }

  /// Takes a device whose last push was to this build.
  mutating func end(_ history: DeviceHistory) {
    guard history.lastSend - history.firstSend >= Self.spread else { return }
    let place = min(history.count, Self.pushesAtMost)
    byPushes[place] += 1
    if !history.hasAnswered { silentByPushes[place] += 1 }
  }
}

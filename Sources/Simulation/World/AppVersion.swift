/// A version of an app in three numbers.
package struct AppVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var major: UInt8
  package var minor: UInt8
  package var patch: UInt8

  package init(_ major: UInt8, _ minor: UInt8, _ patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// An app that sends pushes.
package struct SimulatedApp: Hashable, Sendable {
  /// Nine digits.
  package var key: UInt64
  /// Its part of all devices, in any unit.
  package var weight: Double
  /// From 0, Android only, to 1, iOS only.
  package var iOSShare: Double
  /// Oldest first, at least one; a quarter of the devices runs the newest, most run the one before.
  package var versions: [AppVersion]
  /// The part of a scenario's days in which it sends; it may begin later or end earlier.
  var life = 0..<Double.infinity

  var sendsAllDays: Bool { life == 0..<Double.infinity }

  package init(key: UInt64, weight: Double, iOSShare: Double, versions: [AppVersion]) {
    self.key = key
    self.weight = weight
    self.iOSShare = iOSShare
    self.versions = versions
  }

  /// Two apps with a key per platform, one older app with one key for both, and a small one.
  package static let defaults: [SimulatedApp] = [
    SimulatedApp(
      key: 333_526_247, weight: 4, iOSShare: 1,
      versions: [AppVersion(3, 1, 0), AppVersion(3, 2, 1), AppVersion(3, 3, 0)]),
    SimulatedApp(
      key: 333_526_248, weight: 4, iOSShare: 0,
      versions: [AppVersion(3, 1, 0), AppVersion(3, 2, 2), AppVersion(3, 3, 0)]),
    SimulatedApp(
      key: 335_210_014, weight: 3, iOSShare: 0.5,
      versions: [AppVersion(4, 8, 0), AppVersion(4, 9, 1), AppVersion(5, 0, 0)]),
    SimulatedApp(
      key: 334_871_190, weight: 2, iOSShare: 1,
      versions: [AppVersion(2, 3, 0), AppVersion(2, 4, 0), AppVersion(2, 5, 1)]),
  ]
}

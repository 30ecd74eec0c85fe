import Prose
import ReceiptModel

/// Some cells of an app that have a version or OS versions in common, and so perhaps a reason to be silent.
struct BuildGroup {
  enum Kind: Int {
    case version, lowerSystems, system, lowerSystemsOfVersion, systemOfVersion
  }

  var kind: Kind
  var scope: FindingScope
  /// Places in the app's cells, rising.
  var cells: [Int]
  /// The number of groups of this kind that it was chosen from by what it shows; 1 when it was not.
  var choices = 1

  /// What a scope says whose OS version stands for the lower ones, too.
  static let andLower: Phrase = "and every lower one"

  /// All groups of an app, each set of cells once, under the name that comes first.
  ///
  /// The groups are: versions, the lowest OS versions together, single OS versions, and the same within a version.
  static func all(_ app: AppBuilds) -> [BuildGroup] {
    var groups = app.versions.map { version in
      BuildGroup(
        kind: .version, scope: .of(.appVersion, version),
        cells: app.places[version] ?? [])
    }
    let ranks = Dictionary(uniqueKeysWithValues: app.osVersions.enumerated().map { ($1, $0) })
    groups += systems(
      app, among: Array(app.cells.indices), ranks, scope: FindingScope(), .lowerSystems, .system)
    for version in app.versions {
      groups += systems(
        app, among: app.places[version] ?? [], ranks, scope: .of(.appVersion, version),
        .lowerSystemsOfVersion, .systemOfVersion)
    }
    var seen: Set<[Int]> = []
    return groups.filter { seen.insert($0.cells).inserted }
  }

  /// The groups by OS version among some cells.
  ///
  /// - Parameter ranks: the places of OS versions in their order.
  private static func systems(
    _ app: AppBuilds, among places: [Int], _ ranks: [String: Int], scope: FindingScope, _ together: Kind,
    _ single: Kind
  ) -> [BuildGroup] {
    let bySystem = Dictionary(grouping: places) { ranks[app.cells.osVersion(of: $0)] ?? -1 }
    let systems = bySystem.filter { $0.key >= 0 }.sorted { $0.key < $1.key }
      .map { (app.osVersions[$0.key], $0.value) }
    let silent = systems.prefix { app.counts($0.1).isSilent }
    var groups = systems.map { system, cells in
      BuildGroup(kind: single, scope: scope.and(.osVersion, system), cells: cells)
    }
    if let highest = silent.last, silent.count > 1 {
      groups.insert(
        BuildGroup(
          kind: together, scope: scope.and(.osVersion, highest.0).and(.note, words: andLower),
          cells: silent.flatMap(\.1).sorted(), choices: systems.count), at: 0)
    }
    return groups
  }

  /// Whether the group holds the lowest OS versions that the app, or the version, is sent to: what a minimum iOS that
  /// is too high looks like.
  func isLowest(in app: AppBuilds) -> Bool {
    let version = scope[.appVersion]
    let all = version.map { app.places[$0] ?? [] } ?? Array(app.cells.indices)
    let own = Set(cells)
    let highest = Set(cells.map(app.cells.osVersion)).map(VersionNumber.init).max()
    let lowest = Set(all.filter { !own.contains($0) }.map(app.cells.osVersion)).subtracting([""])
      .map(VersionNumber.init).min()
    guard let highest, let lowest else { return false }
    return highest < lowest
  }
}

extension Counts {
  /// Whether there are ack-eligible sends and not one ack of them, under no AppKey.
  ///
  /// Acks under a foreign AppKey are no silence: `app_key_mismatch` proves what is wrong with such a build.
  var isSilent: Bool { self[.ackEligible] > 0 && self[.eligibleAcked] == 0 && self[.mismatch] == 0 }
}

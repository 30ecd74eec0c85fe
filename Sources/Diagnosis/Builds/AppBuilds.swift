import ReceiptModel

/// The counters of an AppKey by app version and OS version.
struct AppBuilds {
  struct Cell {
    /// Empty when unknown, like the OS version.
    var appVersion: String
    var osVersion: String
    var counts: Counts
  }

  var appKey: String
  /// Sorted by version, by bytes; one for each pair.
  var cells: [Cell]
  var total: Counts
  /// The places in `cells` of each app version.
  private(set) var places: [String: [Int]] = [:]
  /// The known app versions, lowest first.
  private(set) var versions: [String] = []
  /// The known OS versions, lowest first.
  private(set) var osVersions: [String] = []

  /// One for each AppKey with ack-eligible sends, in order.
  static func all(_ cells: [CohortCell]) -> [AppBuilds] {
    var apps: [AppBuilds] = []
    for cell in cells.summedOverDays() where cell.counts[.ackEligible] > 0 {
      let (key, counts) = (cell.key, cell.counts)
      if apps.last.map({ $0.appKey.hasSameBytes(as: key.appKey) }) != true {
        apps.append(AppBuilds(appKey: key.appKey, cells: [], total: Counts()))
      }
      apps[apps.count - 1].append(
        Cell(
          appVersion: key.parts.first ?? "", osVersion: key.parts.dropFirst().first ?? "", counts: counts))
    }
    for place in apps.indices { apps[place].orderVersions() }
    return apps
  }

  private mutating func orderVersions() {
    versions = Self.ordered(cells.map(\.appVersion))
    osVersions = Self.ordered(cells.map(\.osVersion))
  }

  private mutating func append(_ cell: Cell) {
    places[cell.appVersion, default: []].append(cells.count)
    cells.append(cell)
    total.add(cell.counts)
  }

  /// The sum of some of the cells.
  func counts(_ places: some Sequence<Int>) -> Counts {
    places.reduce(into: Counts()) { $0.add(cells[$1].counts) }
  }

  /// The counters of an app version.
  func counts(version: String) -> Counts { counts(places[version] ?? []) }

  /// The share of ack-eligible sends of which the log does not name the app version.
  ///
  /// Some logs name it only in what a device answers. Then unanswered sends have no version, and the size of a version
  /// depends on how much of it is acked.
  var unknownShare: Double {
    Rate(counts(version: "")[.ackEligible], of: total[.ackEligible]).value ?? 0
  }

  private static func ordered(_ texts: [String]) -> [String] {
    Set(texts).subtracting([""]).map(VersionNumber.init).sorted().map(\.text)
  }
}

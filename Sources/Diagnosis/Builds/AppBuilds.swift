import ReceiptModel

/// The counters of an AppKey by app version and OS version.
struct AppBuilds {
  struct Cell {
    /// Empty when unknown, like the OS version.
    let appVersion: String
    let osVersion: String
    let counts: Counts
  }

  /// Some of the cells of all AppKeys, which they share: there may be as many as deliveries.
  struct Cells: RandomAccessCollection {
    /// With one cell for each series.
    fileprivate let all: CohortCells
    fileprivate var places: [Int] = []

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    subscript(_ place: Int) -> Cell {
      Cell(
        appVersion: all.part(0, ofSeries: places[place]), osVersion: osVersion(of: place),
        counts: all.counts(at: places[place]))
    }

    func osVersion(of place: Int) -> String { all.part(1, ofSeries: places[place]) }

    /// The sum of some of them.
    func sum(_ places: some Sequence<Int>) -> Counts {
      places.reduce(into: Counts()) { sum, place in all.add(self.places[place], to: &sum) }
    }
  }

  let appKey: String
  /// Sorted by version, by bytes; one for each pair.
  private(set) var cells: Cells
  private(set) var total = Counts()
  /// The places in `cells` of each app version.
  private(set) var places: [String: [Int]] = [:]
  /// The known app versions, lowest first.
  private(set) var versions: [String] = []
  /// The known OS versions, lowest first.
  private(set) var osVersions: [String] = []

  /// One for each AppKey with ack-eligible sends, in order.
  static func all(_ cells: CohortCells) -> [AppBuilds] {
    let all = cells.summedOverDays()
    var apps: [AppBuilds] = []
    for (place, series) in all.series.enumerated() where all.count(.ackEligible, at: place) > 0 {
      let appKey = series.appKey
      if apps.last.map({ $0.appKey.hasSameBytes(as: appKey) }) != true {
        apps.append(AppBuilds(appKey: appKey, cells: Cells(all: all)))
      }
      apps[apps.count - 1].append(place)
    }
    for place in apps.indices { apps[place].orderVersions() }
    return apps
  }

  private mutating func orderVersions() {
    versions = Self.ordered(cells.map(\.appVersion))
    osVersions = Self.ordered(cells.map(\.osVersion))
  }

  private mutating func append(_ place: Int) {
    cells.places.append(place)
    let cell = cells[cells.count - 1]
    places[cell.appVersion, default: []].append(cells.count - 1)
    total.add(cell.counts)
  }

  /// The sum of some of the cells.
  func counts(_ places: some Sequence<Int>) -> Counts { cells.sum(places) }

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

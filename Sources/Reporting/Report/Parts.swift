import Diagnosis
import Prose
import ReceiptModel

/// The parts of an AppKey's sends by one property, such as its app versions.
struct Parts {
  enum Property: CaseIterable {
    case appVersion, osVersion, channel, network

    /// The part of that name.
    func words(_ name: String) -> Phrase {
      let text: Phrase = name.isEmpty ? "unknown" : .text(name, limit: 60)
      switch self {
      case .appVersion: return "app version \(text)"
      case .osVersion: return "OS version \(text)"
      case .channel: return "channel \(text)"
      case .network: return "network \(text)"
      }
    }

    var plural: Phrase {
      switch self {
      case .appVersion: "app versions"
      case .osVersion: "OS versions"
      case .channel: "channels"
      case .network: "networks"
      }
    }
  }

  var appKey: String
  var property: Property
  /// By name, in the order of its bytes; unknown is empty.
  var counts: [(name: String, counts: Counts)]
  var total: Counts

  /// The sends for which the log does not name the property.
  ///
  /// Many logs name it only in what a device answers. Then a part with a name is one that answered, and its rates say
  /// nothing.
  var unknown: Rate {
    let unnamed = counts.first { $0.name.isEmpty }?.counts ?? Counts()
    return Rate(size(unnamed), of: size(total))
  }

  /// Whether so few sends are unknown that the parts can be compared.
  var isTold: Bool { (unknown.value ?? 0) <= 0.05 }

  /// Networks are counted only for ack-eligible sends.
  func size(_ counts: Counts) -> Int { counts[property == .network ? .ackEligible : .sent] }

  /// The parts of each AppKey of a report's days by a property.
  ///
  /// - Parameter builds: AppKeys and app versions to leave out, where the counters name the version.
  static func all(_ input: ReportInput, by property: Property, without builds: Set<CohortKey> = []) -> [Parts]
  {
    let versions = input.evidence.versions
    func isKept(_ appKey: String, _ version: String?) -> Bool {
      guard let version else { return true }
      return !builds.contains(CohortKey(day: 0, appKey: appKey, parts: [version]))
    }
    func ofVersions(
      _ series: some Sequence<CohortCells.Series>, name: (CohortCells.Series) -> String?
    ) -> [Parts] {
      of(series, property) { ($0.appKey, name($0) ?? "", versions.sum($0.places)) }
    }
    switch property {
    case .appVersion: return ofVersions(versions.series) { $0.parts.first }
    case .osVersion:
      return ofVersions(versions.series.lazy.filter { isKept($0.appKey, $0.parts.first) }) {
        $0.parts.dropFirst().first
      }
    case .channel:
      return of(input.headlineCells, property) { ($0.key.appKey, $0.key.parts.first ?? "", $0.counts) }
    case .network:
      return of(
        input.evidence.networks.filter { isKept($0.key.appKey, $0.key.parts.dropFirst().first) }, property
      ) { ($0.key.appKey, $0.key.parts.first ?? "", $0.counts) }
    }
  }

  private static func of<Cell>(
    _ cells: some Sequence<Cell>, _ property: Property,
    part: (Cell) -> (appKey: String, name: String, counts: Counts)
  ) -> [Parts] {
    var sums: [CohortKey: Counts] = [:]
    for cell in cells {
      let part = part(cell)
      sums[CohortKey(day: 0, appKey: part.appKey, parts: [part.name]), default: Counts()].add(part.counts)
    }
    var parts: [Parts] = []
    for (key, counts) in sums.sorted(by: { $0.key < $1.key }) {
      if parts.last.map({ $0.appKey.hasSameBytes(as: key.appKey) }) != true {
        parts.append(Parts(appKey: key.appKey, property: property, counts: [], total: Counts()))
      }
      parts[parts.count - 1].counts.append((key.parts[0], counts))
      parts[parts.count - 1].total.add(counts)
    }
    return parts
  }
}

extension Counts {
  /// The rest without some of the deliveries.
  func without(_ part: Counts) -> Counts {
    var rest = self
    rest.subtract(part)
    return rest
  }
}

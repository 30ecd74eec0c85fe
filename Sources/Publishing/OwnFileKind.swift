package import Prose

/// What a file is that this program wrote.
package enum OwnFileKind: Equatable, Sendable {
  case answer(query: String)
  case dump(view: String)
  case dataSet(String)
  case report, chart, manifest, dataPackage
  /// A backup is one, too.
  case ledger
  case snapshot, snapshotMetadata
  case simulatedTruth

  /// For messages: `a report`.
  package var words: Phrase {
    switch self {
    case .answer(let query): "an answer to the query \(query)"
    case .dump(let view): "a dump of the view \(view)"
    case .dataSet(let name): "the data set \(name)"
    case .report: "a report"
    case .chart: "a chart"
    case .manifest: "a manifest"
    case .dataPackage: "a data package"
    case .ledger: "a ledger"
    case .snapshot: "a snapshot"
    case .snapshotMetadata: "the metadata of a snapshot"
    case .simulatedTruth: "the truth of a simulation"
    }
  }
}

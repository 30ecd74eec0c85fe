import Ledger
import Publishing
import Reporting
import TestSupport
import Testing

@testable import Operations

/// What the answers of one view share.
@Suite struct SharedCellsTests {
  @Test(arguments: [nil, "2024-09-02T00:20:00Z", "2024-09-01"])
  func `data sets of one view are those of a view for each, in any order`(since: String?) throws {
    let place = try RunPlace()
    var random = SeededGenerator(seed: 3)
    try place.write(0..<60, at: 1_725_235_200_000, to: "logs/a.jsonl", using: &random)
    try place.run()
    let session = try place.session
    let window = WindowOptions(since: since, asOf: "2024-09-02T02:00:00Z")
    let view = { try session.view(window, of: LedgerReader.openForReading(session.databasePath)) }
    let csv = { (kind: DataSetKind, view: LedgerView) in
      var csv: [UInt8] = []
      try view.forEachDataSet([kind], includesSilentFlags: true) { csv = try $1.csv() }
      return csv
    }
    let alone = try DataSetKind.allCases.map { try csv($0, view()) }
    var together: [[UInt8]] = []
    try view().forEachDataSet(DataSetKind.allCases, includesSilentFlags: true) {
      together.append(try $1.csv())
    }
    #expect(together == alone)
    for _ in 0..<3 {
      let shared = try view()
      for place in DataSetKind.allCases.indices.shuffled(using: &random) {
        let kind = DataSetKind.allCases[place]
        #expect(try csv(kind, shared) == alone[place], "\(kind)")
      }
      #expect(try shared.judged().findings == view().judged().findings)
    }
  }
}

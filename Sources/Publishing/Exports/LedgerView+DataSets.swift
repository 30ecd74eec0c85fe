package import Ledger
import ReceiptModel
package import Reporting

extension LedgerView {
  /// Calls `body` with each of some data sets; whatever they count of single deliveries is counted in one pass.
  package func forEachDataSet(
    _ kinds: [DataSetKind], includesSilentFlags: Bool, _ body: (DataSetKind, DataSet) throws -> Void
  ) throws {
    let judged = kinds.contains(.findings) ? judgedMeanwhile() : judged
    let pass = DeliveryPass(over: store)
    var answers = try kinds.map { kind in
      (kind: kind, dataSet: try dataSet(kind, of: pass, includesSilentFlags: includesSilentFlags, judged))
    }
    try pass.run()
    while !answers.isEmpty {
      // What is written takes no room any more.
      let answer = answers.removeFirst()
      try body(answer.kind, answer.dataSet())
    }
  }

  /// Asks a pass for what a data set needs of it.
  ///
  /// - Parameter judged: waits for the judgement.
  /// - Returns: what gives the data set once the pass has run.
  private func dataSet(
    _ kind: DataSetKind, of pass: DeliveryPass, includesSilentFlags: Bool,
    _ judged: @escaping () throws -> Judged
  ) throws -> () throws -> DataSet {
    switch kind {
    case .daily:
      let cells = try pass.channelCells(scope)
      return { .daily(try cells.take().byDay, scope) }
    case .latency:
      let cells = try pass.channelCells(scope)
      return { .latency(try cells.take().byDay, scope) }
    case .dailyLong:
      let cells = try pass.channelCells(scope)
      return { .dailyLong(try cells.take().byDay, scope) }
    case .hourly:
      let hours = scope.hours(in: zone)
      let cells = try pass.channelCells(hours)
      return { .hourly(try cells.take(), hours) }
    case .messages:
      let cells = try pass.messageCells(scope)
      return { .messages(try cells.take(), zone) }
    case .flags:
      let flags = try pass.flags(flagScope, includesSilent: includesSilentFlags)
      return { .flags(try flags.take(), zone) }
    case .appVersions:
      let cells = try pass.versionCells(scope)
      return { .appVersions(try cells.take(), scope) }
    case .campaigns: return try parts(.campaigns, by: .job, of: pass)
    case .networks: return try parts(.networks, by: .networkType, of: pass)
    case .brands: return try parts(.brands, by: .brand, of: pass)
    case .failures: return { .failures(try store.failureCells(scope), scope) }
    case .findings:
      return {
        let judged = try judged()
        return .findings(judged.findings, rows: judged.rows, language: language)
      }
    case .files: return { .files(try fileRows(), columns: PublicView.fileColumns, zone) }
    }
  }

  private func parts(
    _ description: DataSetDescription, by part: DeliveryPart, of pass: DeliveryPass
  ) throws -> () throws -> DataSet {
    let cells = try pass.dayCells(by: part, scope)
    return { .parts(description, try cells.take(), scope) }
  }

  /// The rows of the view `files`, in the order of their key.
  func fileRows() throws -> [[Cell]] {
    try store.table("SELECT * FROM files ORDER BY path, finished_at, digest").rows
  }
}

extension PublicView {
  /// Name and meaning of each column of the view `files`.
  package static var fileColumns: [(name: String, meaning: String)] {
    all.first { $0.name == "files" }?.columns.map { ($0.name, $0.meaning) } ?? []
  }
}

import Ledger
import ReceiptModel
import Reporting

/// Everything of a ledger that may not depend on how its events came in.
struct LedgerContent: Equatable {
  let fingerprint: String
  /// The CSV of each data set but `files`, by name.
  let dataSets: [String: [UInt8]]

  init(of store: LedgerReader) throws {
    fingerprint = try store.fingerprint()
    let asOf = try store.moment()?.milliseconds ?? 0
    let scope = try store.scope(in: .utc, asOf: asOf)
    var files: [String: [UInt8]] = [:]
    for dataSet in try Self.dataSets(of: store, scope) { files[dataSet.name] = try dataSet.csv() }
    dataSets = files
  }

  /// What is not the same, a sentence each.
  func differences(from other: LedgerContent) -> [String] {
    var result = fingerprint == other.fingerprint ? [] : ["the fingerprints differ"]
    for (name, bytes) in dataSets.sorted(by: { $0.key < $1.key }) where bytes != other.dataSets[name] {
      let (here, there) = (bytes.split(separator: 0x0A), (other.dataSets[name] ?? []).split(separator: 0x0A))
      let rows = zip(here, there).first { $0 != $1 }.map { pair in
        [pair.0, pair.1].map { String(decoding: $0, as: UTF8.self) }.joined(separator: " | ")
      }
      result.append("\(name).csv: \(here.count) and \(there.count) rows; \(rows ?? "one begins the other")")
    }
    return result
  }

  static func dataSets(of store: LedgerReader, _ scope: CohortScope) throws -> [DataSet] {
    let channels = try store.channelCells(scope)
    let hours = scope.hours(in: .utc)
    return [
      .daily(channels, scope), .messages(try store.messageCells(scope), .utc),
      .appVersions(try store.versionCells(scope), scope),
      .failures(try store.failureCells(scope), scope),
      .hourly(try store.channelSeries(hours), hours),
      .parts(.campaigns, try store.dayCells(by: .job, scope), scope),
      .parts(.networks, try store.dayCells(by: .networkType, scope), scope),
      .parts(.brands, try store.dayCells(by: .brand, scope), scope),
      .latency(channels, scope), .flags(try store.flags(scope, includesSilent: true), .utc),
    ]
  }
}

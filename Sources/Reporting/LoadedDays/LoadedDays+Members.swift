import JSONWriting
package import ReceiptModel

/// What programs are told of days that are known by sums alone; nothing where there is none, as in most ledgers.
extension [SummedDay] {
  private static let name = "loaded_days"

  /// The member of a manifest.
  func members(in zone: ReportZone) -> [(String, JSONTree)] {
    let days = map { JSONTree.object([("day", .text($0.name(in: zone))), ("run", .text($0.run))]) }
    return isEmpty ? [] : [(Self.name, .list(days))]
  }

  /// The member of a list of findings.
  var counts: [(String, JSONTree)] { isEmpty ? [] : [(Self.name, .integer(count))] }

  /// The row of a table of keys and values.
  package func fact(in zone: ReportZone) -> (key: String, value: String?) {
    let days = map { "\($0.name(in: zone)) (\($0.run))" }
    return (Self.name, isEmpty ? nil : days.joined(separator: ", "))
  }

  /// What goes into the digest of a report.
  var fields: [[String]] { map { ["loaded", "\($0.span.lowerBound)", "\($0.span.upperBound)"] } }
}

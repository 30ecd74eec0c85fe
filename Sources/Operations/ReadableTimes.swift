import ReceiptModel
import Reporting

/// Times of a stored query as people read them: milliseconds since 1970 are for programs.
struct ReadableTimes {
  private let isForPeople: Bool
  private let zone: ReportZone

  init(as format: TableFormat, zone: ReportZone) {
    self.zone = zone
    isForPeople = [.table, .markdown].contains(format)
  }

  /// The places of the columns of milliseconds UTC, which become columns of times.
  func places(in columns: inout [ResultColumn]) -> [Int] {
    guard isForPeople else { return [] }
    let places = columns.indices.filter { columns[$0].unit == "ms UTC" }
    for place in places { columns[place].type = .time }
    return places
  }

  /// `2026-09-21 22:13:20.000` in place of each whole number in some columns.
  func shown(_ row: [Cell], _ places: [Int]) -> [Cell] {
    guard !places.isEmpty else { return row }
    var row = row
    for place in places {
      guard case .integer(let milliseconds) = row[place] else { continue }
      let time = zone.iso(Instant(milliseconds: milliseconds))
      row[place] = .text("\(time.prefix(10)) \(time.dropFirst(11).prefix(12))")
    }
    return row
  }
}

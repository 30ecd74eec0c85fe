import ReceiptModel

/// What a defect needs to know to be planted.
struct DefectPlace: Sendable {
  var defect: Defect
  var scenario: Scenario
  /// Of the apps that can have it, the one whose turn it is.
  var app: SimulatedApp
  /// Its number among the defects planted together, from 0.
  var turn: Int

  static let hour: Int64 = 3_600_000

  var size: DefectSize { scenario.defectSize }
  var start: Int64 { scenario.start.milliseconds }
  /// Midnight after the last day.
  var end: Int64 { start + Int64(max(1, scenario.days)) * 24 * Self.hour }

  /// When a defect of a build comes: after three fifths of the days, so that most of the log is without it.
  var release: Int64 { start + Int64(scenario.days * 3 / 5) * 24 * Self.hour + 6 * Self.hour }

  /// Some hours before the end, or the start of a short log.
  func beforeEnd(hours: Int64) -> Int64 { max(start, end - hours * Self.hour) }

  /// Around noon UTC of the last day, when most pushes go out: 1, 3 or 8 hours.
  var busyHours: Range<Int64> {
    let midnight = beforeEnd(hours: 24)
    let (first, last) = size.of((11, 12), (9, 12), (5, 13)) as (Int64, Int64)
    return midnight + first * Self.hour..<midnight + last * Self.hour
  }

  /// The site of a defect of this app.
  func site(since: Int64, until: Int64? = nil) -> DefectSite {
    DefectSite(
      defect: defect, size: size, appKey: app.key, since: Instant(milliseconds: since),
      until: until.map(Instant.init(milliseconds:)))
  }
}

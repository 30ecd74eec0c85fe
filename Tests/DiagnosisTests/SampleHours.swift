import Diagnosis
import ReceiptModel

extension Sample {
  /// The UTC hours of two weeks and the judged day.
  static var hours: [DaySpan] {
    stride(from: history[0].start, to: history[14].end, by: 3_600_000).map {
      DaySpan(name: "", start: $0, end: $0 + 3_600_000)
    }
  }

  /// The place in `hours` of an hour of a day of `history`.
  static func hour(_ hour: Int, day: Int = 14) -> Int { day * 24 + hour }

  static func instant(_ hour: Int, day: Int = 14) -> Instant {
    Instant(milliseconds: history[day].start + Int64(hour) * 3_600_000)
  }

  /// Sends of which some are acked, and one in twenty is opened.
  static func sends(_ sent: Int, acked: Int, late: Int = 0) -> [Count: Int] {
    var figures = apns(sent: sent, acked: acked, opened: sent / 20, openedUnacked: acked == 0 ? sent / 20 : 0)
    figures[.timeoutLate] = late
    return figures
  }

  static func build(_ version: String, _ system: String, _ figures: [Count: Int]) -> CohortCell {
    cell(day: 0, "333", [version, system], figures)
  }

  /// Evidence of the judged day with two weeks before it.
  static func evidence(versions: [CohortCell] = [], pastVersions: [CohortCell] = []) -> Evidence {
    var evidence = Evidence(scope: scope, history: history, versions: CohortCells(versions))
    evidence.pastVersions = CohortCells(pastVersions)
    evidence.hours = hours
    return evidence
  }
}

extension CohortCells {
  /// Makes them others, one after the other.
  mutating func change(_ body: (inout CohortCell) -> Void) {
    self = CohortCells(
      map { cell in
        var cell = cell
        body(&cell)
        return cell
      })
  }

  mutating func append(_ cell: CohortCell) { self = CohortCells(self + [cell]) }
}

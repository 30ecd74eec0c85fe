package import Ledger
import Prose
package import ReceiptModel

/// What a run has to agree with before it can stand beside what the ledger counts itself.
package struct LoadRules: Sendable {
  private let settings: LedgerSettings
  private let zone: ReportZone
  private let mostRejects: RejectLimit?

  /// - Parameters:
  ///   - zone: of reports, which says what a day is.
  ///   - mostRejects: lines that may be missing; `nil` for any number.
  package init(settings: LedgerSettings, zone: ReportZone, mostRejects: RejectLimit?) {
    self.settings = settings
    self.zone = zone
    self.mostRejects = mostRejects
  }

  /// The days that a run is made of.
  ///
  /// - Parameter place: where it was read.
  /// - Throws: `LoadRefusal` when it was counted by other rules, does not end with days, read nothing, or lacks too many
  ///   lines.
  package func days(of run: LoadedManifest, from place: String) throws(LoadRefusal) -> [DaySpan] {
    try refuseOtherSettings(run, place)
    guard run.counts[.lines] ?? 0 > 0 else {
      throw LoadRefusal(
        .folder, at: place, "it read no line at all, so its sums say nothing of its days",
        remedy: "see whether the paths of the logs are right, and compute it again")
    }
    if let mostRejects, !mostRejects.allows(run.lost, of: run.counts[.lines] ?? 0) {
      throw LoadRefusal(
        .folder, at: place,
        """
        \(figure: "\(run.lost)") of \(figure: "\(run.counts[.lines] ?? 0)") lines could not be read, and \
        \(figure: "\(mostRejects)") may be missing
        """,
        remedy: "repair the logs and compute it again, or allow more with --max-rejects")
    }
    let scope = run.scope
    let last = max(scope.lowerBound, scope.upperBound - 1)
    let days = DayRange(
      zone.day(of: Instant(milliseconds: scope.lowerBound)),
      through: zone.day(of: Instant(milliseconds: last))
    ).spans(in: zone)
    guard days.first?.start == scope.lowerBound, days.last?.end == scope.upperBound,
      days.allSatisfy({ $0.start % 3_600_000 == 0 })
    else {
      throw LoadRefusal(
        .folder, at: place, "its hours are not whole days of the time zone \(zone.name)",
        remedy: "name the zone of its days with --tz, or compute days of this one")
    }
    return days
  }

  /// Refuses hours whose receipts cannot all have come in yet: sums take every push for one that had its time, and a
  /// report could say nothing of the hour it is.
  ///
  /// - Parameters:
  ///   - clock: the present.
  ///   - place: where the sums are, or are to be.
  package func refuseDaysToCome(_ scope: Range<Int64>, clock: Instant, from place: String) throws(LoadRefusal)
  {
    let settled = scope.upperBound + settings.settle
    guard settled > clock.milliseconds else { return }
    throw LoadRefusal(
      .ledger, at: place, "its days are not over, and sums assume that all receipts have come in",
      remedy: "load it from \(zone.iso(Instant(milliseconds: settled))) on, or compute days that are over")
  }

  private func refuseOtherSettings(_ run: LoadedManifest, _ place: String) throws(LoadRefusal) {
    guard let differing = difference(of: run) else { return }
    throw LoadRefusal(
      .settings, at: place, "it was counted by \(differing)",
      remedy: "compute it again with this configuration, or name the one it was computed with by --config")
  }

  /// What a run was counted by that is otherwise here.
  private func difference(of run: LoadedManifest) -> Phrase? {
    if run.ackTimeout != settings.ackTimeout {
      return """
        ackTimeout of \(figure: "\(run.ackTimeout)") ms, and the configuration says \
        \(figure: "\(settings.ackTimeout)") ms
        """
    }
    if run.ackBudget != settings.ackBudget {
      return """
        ackBudget of \(figure: "\(run.ackBudget)") ms, and the configuration says \(figure: "\(settings.ackBudget)") ms
        """
    }
    return run.settings == settings.modelDigest ? nil : "other channels or AppKeys than the configuration's"
  }
}

extension LoadedManifest {
  /// Lines that gave nothing although they may have held something.
  package var lost: Int64 { (counts[.corruptLines] ?? 0) + (counts[.rejectedLines] ?? 0) }
}

import Prose
import ReceiptModel

extension Rule {
  /// A field of the log that used to be filled is empty now, so counts by it go to "unknown".
  ///
  /// The judged deliveries are compared with those before. Where the device fills a field with its answer, the newest
  /// deliveries have fewer filled for a while; so only a fall to less than half of the usual share counts.
  package static let fieldVanished = Rule(.fieldVanished) { evidence in
    FieldFilling.all(evidence).compactMap { filling in
      guard let now = filling.now.value, let before = filling.before.value,
        filling.before.denominator >= evidence.limits.minimumSends
      else { return nil }
      let chance = Chance.ofLower(
        (filling.now.numerator, filling.now.denominator),
        than: (filling.before.numerator, filling.before.denominator))
      // A field that few ever filled may well be empty for once.
      guard before >= 0.1, now < before * evidence.limits.fieldShare else {
        return Suspicion(chance: chance, finding: nil)
      }
      return Suspicion(
        chance: chance,
        finding: Finding(
          .fieldVanished, .warning, appKey: filling.appKey, scope: .of(.field, filling.field),
          since: Onset.time(of: filling.series),
          deliveries: filling.now.denominator - filling.now.numerator, observed: now, expected: before,
          interval: filling.now.interval,
          cause: "the log no longer fills this field",
          rivals: [
            Rival(
              "an export that leaves the column out", settledBy: "the header or the keys of the newest log"),
            Rival("a column that was renamed", settledBy: "the unknown columns that the import listed"),
            Rival(
              "pushes went to other devices than before", settledBy: "the same field in the other AppKeys"),
          ],
          nextStep: "compare a line of the newest log with one from before"))
    }
  }
}

/// How many deliveries of an AppKey have a field.
private struct FieldFilling {
  var appKey: String
  var field: String
  var now = Rate(0, of: 0)
  var before = Rate(0, of: 0)
  /// Hour by hour, where that is known.
  var series: [(time: Instant, rate: Rate)] = []

  static func all(_ evidence: Evidence) -> [FieldFilling] {
    evidence.appKeys.flatMap { appKey in
      let cells = evidence.comparisons
      let versions = { rate(evidence.versions, appKey, $0) }
      let past = { rate(evidence.pastVersions, appKey, $0) }
      let channels = cells.cells[appKey]
      return [
        FieldFilling(
          appKey: appKey, field: "app_version", now: versions(0), before: past(0),
          series: series(evidence.buildHours, appKey, evidence)),
        FieldFilling(appKey: appKey, field: "os_version", now: versions(1), before: past(1)),
        FieldFilling(
          appKey: appKey, field: "event_channel",
          now: rate(channels.filter { evidence.isJudged($0.key.day) }),
          before: rate(channels.filter { !evidence.isJudged($0.key.day) }),
          series: series(CohortCells(cells.hourCells[appKey]), appKey, evidence)),
      ]
    }
  }

  private static func rate(_ cells: some Sequence<CohortCell>) -> Rate {
    cells.reduce(into: Rate(0, of: 0)) { rate, cell in
      let count = cell.counts[.deliveries]
      rate.add(Rate(cell.key.parts[0].isEmpty ? 0 : count, of: count))
    }
  }

  private static func rate(_ cells: CohortCells, _ appKey: String, _ part: Int) -> Rate {
    cells.series(of: appKey).reduce(into: Rate(0, of: 0)) { rate, series in
      let count = cells.sum(.deliveries, series.places)
      rate.add(Rate(series.parts[part].isEmpty ? 0 : count, of: count))
    }
  }

  private static func series(
    _ cells: CohortCells, _ appKey: String, _ evidence: Evidence
  ) -> [(time: Instant, rate: Rate)] {
    var rates: [Int: Rate] = [:]
    for series in cells.series(of: appKey) {
      for place in series.places {
        let count = cells.count(.deliveries, at: place)
        rates[cells.day(at: place), default: Rate(0, of: 0)].add(
          Rate(series.parts[0].isEmpty ? 0 : count, of: count))
      }
    }
    return rates.sorted { $0.key < $1.key }.map {
      (Instant(milliseconds: evidence.hours[$0.key].start), $0.value)
    }
  }
}

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
      let (versions, past) = (cells.versions[appKey], cells.pastVersions[appKey])
      let channels = cells.cells[appKey]
      return [
        FieldFilling(
          appKey: appKey, field: "app_version", now: rate(versions, 0), before: rate(past, 0),
          series: series(cells.buildHours[appKey], evidence)),
        FieldFilling(appKey: appKey, field: "os_version", now: rate(versions, 1), before: rate(past, 1)),
        FieldFilling(
          appKey: appKey, field: "event_channel",
          now: rate(channels.filter { evidence.isJudged($0.key.day) }, 0),
          before: rate(channels.filter { !evidence.isJudged($0.key.day) }, 0),
          series: series(cells.hourCells[appKey], evidence)),
      ]
    }
  }

  private static func rate(_ cells: some Sequence<CohortCell>, _ part: Int) -> Rate {
    cells.reduce(Rate(0, of: 0)) { rate, cell in
      let count = cell.counts[.deliveries]
      return Rate(
        rate.numerator + (cell.key.parts[part].isEmpty ? 0 : count), of: rate.denominator + count)
    }
  }

  private static func series(
    _ cells: some Sequence<CohortCell>, _ evidence: Evidence
  ) -> [(time: Instant, rate: Rate)] {
    var rates: [Int: Rate] = [:]
    for cell in cells {
      let (own, sum) = (rate([cell], 0), rates[cell.key.day] ?? Rate(0, of: 0))
      rates[cell.key.day] = Rate(sum.numerator + own.numerator, of: sum.denominator + own.denominator)
    }
    return rates.sorted { $0.key < $1.key }.map {
      (Instant(milliseconds: evidence.hours[$0.key].start), $0.value)
    }
  }
}

import ReceiptModel

/// Evidence made by hand.
enum Sample {
  static let day = CivilDay("2026-09-21") ?? CivilDay(number: 0)
  static let zone = ReportZone(fixed: "+08:00") ?? .utc
  static let settle: Int64 = 15 * 60_000

  /// Two weeks and the day that is judged, in that order.
  static var history: [DaySpan] {
    (-14...0).map { offset in
      let day = Self.day.adding(days: offset)
      return DaySpan(
        name: day.description, start: zone.start(of: day).milliseconds,
        end: zone.start(of: day.adding(days: 1)).milliseconds)
    }
  }

  /// The judged day, ripe by an hour.
  static var scope: CohortScope {
    CohortScope(days: [history[14]], appKeys: [], asOf: history[14].end + 3_600_000, settle: settle)
  }

  static func counts(_ figures: [Count: Int]) -> Counts {
    figures.reduce(into: Counts()) { $0[$1.key] = $1.value }
  }

  static func cell(day: Int, _ appKey: String, _ parts: [String], _ figures: [Count: Int]) -> CohortCell {
    CohortCell(key: CohortKey(day: day, appKey: appKey, parts: parts), counts: counts(figures))
  }

  /// Sends on APNs of which some are acked, some only opened.
  static func apns(sent: Int, acked: Int, opened: Int, openedUnacked: Int = 0) -> [Count: Int] {
    [
      .deliveries: sent, .sent: sent, .ackEligible: sent, .acked: acked, .eligibleAcked: acked,
      .opened: opened, .eligibleOpened: opened, .openedUnacked: openedUnacked,
      .confirmed: acked + openedUnacked, .measurable: sent, .measurableConfirmed: acked + openedUnacked,
      .timeoutLost: openedUnacked, .timeoutSilent: sent - acked - openedUnacked,
    ]
  }
}

import Diagnosis
import Ledger
import ReceiptModel
import Reporting

extension LedgerView {
  /// The days from the first to the last on which pushes of a job were sent; `nil` where none was.
  func days(ofJob job: String) throws -> ClosedRange<CivilDay>? {
    let pass = DeliveryPass(over: store, ofJob: job)
    let cells = try pass.channelCells(scope)
    try pass.run()
    let days = try cells.take().byDay.map(\.key.day)
    guard let first = days.first, let last = days.last else { return nil }
    func day(_ place: Int) -> CivilDay { zone.day(of: Instant(milliseconds: scope.days[place].start)) }
    return day(first)...day(last)
  }

  /// What is counted of the pushes of one job, without what the rules need.
  ///
  /// Nothing is judged by it: a campaign is no part of an app that has a normal rate of its own.
  func evidence(ofJob job: String, on days: ReportScope) throws -> Evidence {
    let pass = DeliveryPass(over: store, ofJob: job)
    let channels = try pass.channelCells(days.all)
    let versions = try pass.versionCells(days.headline)
    let messages = try pass.messages(days.headline, JudgedMessages.Builder(least: limits.ownMessage))
    try pass.run()
    var evidence = Evidence(
      scope: days.headline, history: days.all.days, versions: try versions.take(), limits: limits)
    evidence.cells = try channels.take().byDay
    evidence.messages = try messages.take()
    evidence.health.summedDays = try days.headline.window.map(store.summedDays) ?? []
    evidence.reasons = reasons
    return evidence
  }
}

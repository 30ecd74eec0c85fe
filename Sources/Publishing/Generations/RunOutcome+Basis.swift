import Files
import Ledger
import Libraries
import Prose
import ReceiptModel
import Reporting

extension RunOutcome {
  /// The digest of all that the files are a function of, but for the ledger's content.
  ///
  /// - Returns: `nil` when nobody knows all of it: a question of the user's own may ask the clock.
  package func basis() throws -> String? {
    let queries = try ReportWriter(judged, sources: sources).queries(of: plan.requests)
    guard !queries.contains(where: \.mayAskClock) else { return nil }
    let configuration = judged.configuration
    // A program can be built anew without another version.
    var text = CanonicalText([judged.toolVersion, FileStamp("/proc/self/exe")?.text ?? ""])
    for setting in Setting.allCases { text.add([setting.rawValue, setting.text(in: configuration)]) }
    // Also what stands in the table of failure reasons, and not only where that is.
    text.add([try configuration.reportDigest])
    text.add(unordered: judged.language.translations.map { [$0, $1] })
    text.add([sources.configuration, sources.reports, sources.queries].map { $0.map { "=\($0)" } ?? "" })
    for query in queries { text.add([query.name, query.sql]) }
    for request in plan.requests { text.add([request.name, request.source]) }
    text.add(plan.formats.map(\.rawValue))
    text.add(["\(plan.index)"])
    text.add(plan.dataSets.map(\.rawValue) + ["\(plan.snapshot)"])
    text.add([judged.zone.name, "\(judged.zone.firstOffset)"])
    text.add(unordered: judged.zone.changes.map { ["\($0.from)", "\($0.offset)"] })
    let moments = [
      asOf, try judged.store.moment(), judged.since, judged.until, exported.since, exported.until,
    ]
    text.add(moments.map { "\($0?.milliseconds, default: "none")" })
    // What the clock decides, which is whether the data are stale, stands in the findings.
    text.add([FindingsJSON.text(of: report, in: judged.language)])
    return text.digest
  }
}

package import Importing
import JSONWriting
package import ReceiptModel
package import Reporting

/// A run in the words of its log: one line of JSON.
package struct RunEntry {
  package let start: Instant
  package var end: Instant
  /// `nil` when the run ended before it was fixed.
  package var asOf: Instant?
  /// `nil` when nothing was imported.
  package var summary: ImportSummary?
  package var verdict: RunVerdict?
  /// The generation that counts after the run.
  package var generation: String?
  /// Whether this run made it.
  package var isNew = false
  package var exitCode: Int32 = 0
  /// Why it ended early.
  package var error: String?

  package init(start: Instant) {
    self.start = start
    end = start
  }

  package var seconds: Double { Double(max(0, end.milliseconds - start.milliseconds)) / 1000 }

  /// With its line end; times are in UTC.
  package var line: [UInt8] {
    let counts = summary?.counts ?? .zero
    return JSONTree.object([
      ("start", .text(ReportZone.utc.iso(start))), ("end", .text(ReportZone.utc.iso(end))),
      ("as_of", .text(asOf.map(ReportZone.utc.iso))), ("lines", .integer(counts.lines)),
      ("merged", .integer(counts.merged)), ("duplicate", .integer(counts.duplicate)),
      ("rejected", .integer(counts.rejected)), ("ignored", .integer(counts.ignored)),
      ("worst", .text(verdict?.state.name)), ("critical", .integer(verdict?.critical)),
      ("warnings", .integer(verdict?.warnings)), ("generation", .text(generation)), ("new", .bool(isNew)),
      ("exit_code", .integer(Int64(exitCode))), ("error", .text(error)),
    ]).lineBytes
  }
}

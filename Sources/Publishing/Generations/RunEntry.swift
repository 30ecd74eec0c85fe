package import CommandLineKit
package import Importing
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
  /// Whether the run made it.
  package var isNew = false
  package var exitCode = ExitCode.done
  /// Why it ended early.
  package var error: String?

  package init(start: Instant) {
    self.start = start
    end = start
  }

  package var seconds: Double { Double(max(0, end.milliseconds - start.milliseconds)) / 1000 }

  /// With its line end; times are in UTC.
  package var line: [UInt8] {
    var output: [UInt8] = []
    func add(_ name: String, _ value: String) {
      output += "\(output.isEmpty ? "{" : ",")\"\(name)\":\(value)".utf8
    }
    func text(_ value: String?) -> String {
      guard let value else { return "null" }
      var bytes: [UInt8] = []
      JSONText.append(value, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    add("start", text(ReportZone.utc.iso(start)))
    add("end", text(ReportZone.utc.iso(end)))
    add("as_of", text(asOf.map(ReportZone.utc.iso)))
    add("lines", "\(summary?.counts.lines ?? 0)")
    add("merged", "\(summary?.counts.merged ?? 0)")
    add("duplicate", "\(summary?.counts.duplicate ?? 0)")
    add("rejected", "\(summary?.counts.rejected ?? 0)")
    add("ignored", "\(summary?.counts.ignored ?? 0)")
    add("worst", text(verdict?.state.name))
    add("critical", verdict.map { "\($0.critical)" } ?? "null")
    add("warnings", verdict.map { "\($0.warnings)" } ?? "null")
    add("generation", text(generation))
    add("new", "\(isNew)")
    add("exit_code", "\(exitCode.rawValue)")
    add("error", text(error))
    return output + Array("}\n".utf8)
  }
}

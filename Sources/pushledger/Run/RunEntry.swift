import CommandLineKit
import Importing
import ReceiptModel
import Reporting

/// A run in the words of its log: one line of JSON.
struct RunEntry {
  let start: Instant
  var end: Instant
  /// `nil` when the run ended before it was fixed.
  var asOf: Instant?
  /// `nil` when nothing was imported.
  var summary: ImportSummary?
  var verdict: RunVerdict?
  /// The generation that counts after the run.
  var generation: String?
  /// Whether the run made it.
  var isNew = false
  var exitCode = ExitCode.done
  /// Why it ended early.
  var error: String?

  init(start: Instant) {
    self.start = start
    end = start
  }

  var seconds: Double { Double(max(0, end.milliseconds - start.milliseconds)) / 1000 }

  /// With its line end; times are in UTC.
  var line: [UInt8] {
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
    add("lines", "\(summary?.lines ?? 0)")
    add("merged", "\(summary?.merged ?? 0)")
    add("duplicate", "\(summary?.duplicate ?? 0)")
    add("rejected", "\(summary?.rejected ?? 0)")
    add("ignored", "\(summary?.ignored ?? 0)")
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

import Prose
package import ReceiptModel

/// The metrics file of a run: those of its check, and of the run itself.
package enum RunMetrics {
  /// - Parameters:
  ///   - report: the check of the run.
  ///   - lastSuccess: when a run last ended well; `nil` when none has.
  ///   - seconds: how long the run took.
  ///   - exitCode: what it ends with.
  package static func text(
    of report: CheckReport, lastSuccess: Instant?, seconds: Double, exitCode: Int32
  ) -> String {
    var success = MetricFamily(
      "pushledger_last_success_timestamp_seconds", unit: "seconds",
      help: "When a run last ended well, whatever it found.")
    if let lastSuccess {
      success.add([], DecimalText.fixed(Double(lastSuccess.milliseconds) / 1000, digits: 3))
    }
    var duration = MetricFamily(
      "pushledger_last_run_duration_seconds", unit: "seconds", help: "How long the last run took.")
    duration.add([], DecimalText.fixed(seconds, digits: 3))
    var code = MetricFamily("pushledger_last_run_exit_code", help: "What the last run ended with.")
    code.add([], "\(exitCode)")
    let end = "# EOF\n"
    let check = CheckMetrics.text(of: report).dropLast(end.count)
    return check + [success, duration, code].map(\.text).joined() + end
  }
}

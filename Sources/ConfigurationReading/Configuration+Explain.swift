package import Diagnosis
package import ReceiptModel

extension Configuration {
  /// What judgements about single pushes and messages need.
  package func explainSettings(asOf: Instant, reasons: FailureReasons) -> ExplainSettings {
    var schedule = RetrySchedule()
    schedule.budget = ackBudgetMilliseconds
    schedule.systemLimit = ackTimeoutMilliseconds
    return ExplainSettings(
      asOf: asOf, settle: settleMilliseconds, schedule: schedule, limits: diagnosisLimits, reasons: reasons)
  }
}

import ConfigurationReading
import Diagnosis
import ReceiptModel

extension Session {
  /// What judgements about single pushes and messages need.
  func explainSettings(asOf: Instant) -> ExplainSettings {
    var schedule = RetrySchedule()
    schedule.budget = configuration.ackBudgetMilliseconds
    schedule.systemLimit = configuration.ackTimeoutMilliseconds
    return ExplainSettings(
      asOf: asOf, settle: configuration.settleMilliseconds, schedule: schedule,
      limits: configuration.diagnosisLimits)
  }
}

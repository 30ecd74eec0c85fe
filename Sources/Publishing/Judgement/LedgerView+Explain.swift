import ConfigurationReading
package import Diagnosis
import ReceiptModel

extension LedgerView {
  /// What explanations need besides the ledger's events.
  package func explainSettings() throws -> ExplainSettings {
    var settings = configuration.explainSettings(asOf: Instant(milliseconds: scope.asOf), reasons: reasons)
    settings.judged = try keptDays()
    return settings
  }
}

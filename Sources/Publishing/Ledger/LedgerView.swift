import ConfigurationReading
import Diagnosis
package import Ledger
package import Prose
package import ReceiptModel
import Reporting

/// A part of a ledger as reports and exports see it: one scope, one snapshot.
package struct LedgerView {
  package let store: LedgerReader
  package let zone: ReportZone
  package let scope: CohortScope
  /// The window as it was asked for.
  package let since: Instant?
  package let until: Instant?
  /// The present by the clock; `nil` when as-of was named, and then nothing is stale.
  package let clock: Instant?
  package let configuration: Configuration
  /// What failure reasons mean.
  package let reasons: FailureReasons
  /// The language of what people read.
  package let language: Language
  /// The version of the program, which it states in what it writes.
  package let toolVersion: String
  let own: OwnJudgements

  /// - Parameter judgedBy: a view as of the same moment whose judgement is also that of this one; `nil` for its own.
  package init(
    store: LedgerReader, zone: ReportZone, scope: CohortScope, since: Instant?, until: Instant?,
    clock: Instant?,
    configuration: Configuration, reasons: FailureReasons, language: Language, toolVersion: String,
    judgedBy other: LedgerView? = nil
  ) {
    self.store = store
    self.zone = zone
    self.scope = scope
    self.since = since
    self.until = until
    self.clock = clock
    self.configuration = configuration
    self.reasons = reasons
    self.language = language
    self.toolVersion = toolVersion
    own = other?.own ?? OwnJudgements()
  }

  /// Where findings begin.
  var limits: Evidence.Limits { configuration.diagnosisLimits }

  /// The window as it was named: an answer to a push that nobody sent lies in no cohort, and perhaps before or after
  /// all of them.
  var flagScope: CohortScope {
    let window = DaySpan(name: "", start: since?.milliseconds ?? 0, end: until?.milliseconds ?? .max)
    return CohortScope(days: [window], appKeys: scope.appKeys, asOf: scope.asOf, settle: scope.settle)
  }

  /// Lets another thread ask meanwhile, as `LedgerReader.meanwhile` does; it judges for itself.
  ///
  /// - Returns: what waits for the answer.
  func meanwhile<Value: Sendable>(
    _ ask: @escaping @Sendable (LedgerView) throws -> Value
  ) -> () throws -> Value {
    store.meanwhile {
      [zone, scope, since, until, clock, configuration, reasons, language, toolVersion] reader in
      try ask(
        LedgerView(
          store: reader, zone: zone, scope: scope, since: since, until: until, clock: clock,
          configuration: configuration, reasons: reasons, language: language, toolVersion: toolVersion))
    }
  }
}

import Prose
import ReceiptModel

extension Rule {
  /// More pushes than before are refused for what is in them: their words, or their form.
  package static let contentRefused = Rule(.contentRefused) { evidence in
    evidence.failureSuspicions(.contentRefused, evidence.failureSeries(of: .contentRefused)) {
      series, change in
      FailureStatement(
        severity: change.isLoss(evidence.limits) ? .critical : .warning, scope: series.scope,
        cause: "the vendor does not take one or more messages as they are (\(series.told))",
        rivals: [
          Rival(
            "the vendor's rules have changed", settledBy: "whether messages of the same form went through"),
          Rival("a change in the sender that all messages share", settledBy: "how many messages failed"),
        ],
        nextStep: series.advice.map { "find the messages that failed; \($0)" } ?? Evidence.unknownReasonAdvice
      )
    }
  }
}

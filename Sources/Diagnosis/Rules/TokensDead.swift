import Prose
import ReceiptModel

extension Rule {
  /// More pushes than before go to tokens that the gateway no longer takes.
  ///
  /// It is a note, since nobody who could get those pushes goes without, and a campaign to people who were away for
  /// long does it every time; a warning where most pushes go there, and then perhaps to a wrong list. Tokens that are
  /// refused all at once did not die, and `credentials_refused` reports them.
  package static let tokensDead = Rule(.tokensDead) { evidence in
    evidence.failureSuspicions(.tokensDead, evidence.failureSeries(of: .tokensDead)) { series, change in
      guard TokensRefusedAtOnce(series, change, evidence) == nil else { return nil }
      return FailureStatement(
        severity: change.isLoss(evidence.limits) ? .warning : .info, scope: series.scope,
        cause:
          "pushes to addresses that were not used for a long time, or many removals of the app (\(series.told))",
        rivals: [
          Rival(
            "pushes went to an old list of devices", settledBy: "the targets of the messages that failed most"
          ),
          Rival(
            "a build registers tokens of another environment or app", settledBy: "failures by app_version"),
        ],
        nextStep: series.advice.map { "\($0); see which messages and builds failed" }
          ?? Evidence.unknownReasonAdvice)
    }
  }
}

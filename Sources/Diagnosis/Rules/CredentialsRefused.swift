import Prose
import ReceiptModel

extension Rule {
  /// A gateway refuses the sender: certificate, key, topic or environment.
  ///
  /// It has two signs. The gateway says so; or it calls the tokens of everybody invalid from one moment on. Tokens do
  /// not become invalid like that, so they are of another environment, app or account than the one that is sent with.
  package static let credentialsRefused = Rule(.credentialsRefused) { evidence in
    let said = evidence.failureSuspicions(
      .credentialsRefused, evidence.failureSeries(of: .credentialsRefused)
    ) { series, change in
      FailureStatement(
        severity: change.isLoss(evidence.limits) ? .critical : .warning, scope: series.scope,
        cause: "the gateway does not accept the sender (\(series.told))",
        rivals: [
          Rival(
            "one of several senders has wrong credentials", settledBy: "whether some pushes still go through"),
          Rival("the vendor's own fault", settledBy: "the vendor's status page"),
        ],
        nextStep: series.advice ?? "check certificate and key in the console")
    }
    let tokens = evidence.failureSeries(of: .tokensDead).filter {
      TokensRefusedAtOnce($0, FailureChange($0, evidence), evidence) != nil
    }
    return said
      + evidence.failureSuspicions(.credentialsRefused, tokens) { series, change in
        tale(series, change, evidence)
      }
  }

  private static func tale(
    _ series: FailureSeries, _ change: FailureChange, _ evidence: Evidence
  ) -> FailureStatement? {
    guard let wrong = TokensRefusedAtOnce(series, change, evidence) else { return nil }
    let scope = FindingScope.of(.channel, series.channel)
    return FailureStatement(
      severity: wrong.appVersion != nil || change.isLoss(evidence.limits) ? .critical : .warning,
      scope: wrong.appVersion.map { scope.and(.appVersion, $0) } ?? scope,
      cause: wrong.appVersion.map { version in
        """
        the tokens of app_version \(version) are refused at once, so they belong to another environment, app or \
        account than the push is sent with (\(series.told))
        """
      } ?? """
        the tokens of all devices are refused at once, so they belong to another environment, app or account than the \
        push is sent with (\(series.told))
        """,
      rivals: [
        Rival(
          "pushes went only to old addresses", settledBy: "the targets of the messages that failed"),
        Rival("the vendor's own fault", settledBy: "the vendor's status page"),
      ],
      nextStep: wrong.appVersion == nil
        ? "compare environment, app id and certificate in the console with those of the build"
        : "compare the environment the build registers in with the one the push is sent with")
  }
}

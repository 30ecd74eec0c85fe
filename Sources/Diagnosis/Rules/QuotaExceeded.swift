import Prose
import ReceiptModel

extension Rule {
  /// More pushes than before are above what a vendor allows.
  package static let quotaExceeded = Rule(.quotaExceeded) { evidence in
    evidence.failureSuspicions(.quotaExceeded, evidence.failureSeries(of: .quotaExceeded)) { series, change in
      FailureStatement(
        severity: change.isLoss(evidence.limits) ? .critical : .warning, scope: series.scope,
        cause: "more pushes than the vendor allows, in all or to one device (\(series.told))",
        rivals: [
          Rival("the vendor has lowered the limit", settledBy: "the number of sends against the days before"),
          Rival("the same pushes are sent again and again", settledBy: "sends for each message and device"),
        ],
        nextStep: series.advice ?? "spread the sends or ask for a higher limit")
    }
  }
}

import Prose
import ReceiptModel

extension Rule {
  /// More sends than before fail for a reason that no other rule covers, or for one that nobody explained.
  package static let sendFailures = Rule(.sendFailures) { evidence in
    evidence.otherFailures(
      .sendFailures, unknown: "sends fail for a reason that is not known here",
      fault: "a fault of the gateway or on the way to it")
  }
}

extension Evidence {
  /// Failures outside the categories with a rule of their own; those with different meanings are judged apart.
  func otherFailures(_ code: FindingCode, unknown: Phrase, fault: Phrase) -> [Suspicion] {
    let series = failureSeries(of: code) { $0?.category.rawValue ?? "" }
    return failureSuspicions(code, series) { series, change in
      let category = series.reasons.first?.entry?.category
      switch category {
      case .notificationsOff, .uninstalled, .inactive: return deviceTale(series, category)
      default: break
      }
      return FailureStatement(
        severity: change.isLoss(limits) ? .critical : .warning, scope: series.scope,
        cause: "\(category == nil ? unknown : fault) (\(series.told))",
        rivals: category == nil
          ? [Rival("a known problem under a new name", settledBy: "the vendor's list of reasons")]
          : [Rival("the vendor's own outage", settledBy: "the vendor's status page")],
        nextStep: series.advice ?? Self.unknownReasonAdvice)
    }
  }

  /// A decision of the device or its user is no fault of the push.
  private func deviceTale(
    _ series: FailureSeries, _ category: FailureReasons.Category?
  ) -> FailureStatement {
    let state: Phrase =
      switch category {
      case .notificationsOff: "more devices than before have notifications switched off"
      case .uninstalled: "more devices than before no longer have the app"
      default: "more pushes than before go to devices that are not used"
      }
    return FailureStatement(
      severity: .info, scope: series.scope,
      cause: "\(state): the state of those devices, not a fault of the push (\(series.told))",
      rivals: [
        Rival("pushes went to other devices than usual", settledBy: "the targets of the messages"),
        Rival("the vendor's receipts were not switched on before", settledBy: "the vendor's console"),
      ],
      nextStep: series.advice ?? Self.unknownReasonAdvice)
  }
}

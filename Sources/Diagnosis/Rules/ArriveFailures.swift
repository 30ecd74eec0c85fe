import Prose
import ReceiptModel

extension Rule {
  /// More sent pushes than before are reported as not having arrived.
  ///
  /// Mostly that is the state of the device: notifications off, the app removed, not used for long. Only some vendors
  /// report it, and where the report is missing nothing follows.
  package static let arriveFailures = Rule(.arriveFailures) { evidence in
    evidence.otherFailures(
      .arriveFailures, unknown: "pushes do not arrive for a reason that is not known here",
      fault: "the vendor took pushes and could not bring them to the device")
  }
}

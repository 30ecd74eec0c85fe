package import Prose

/// How far a push got on its way, as far as the ledger has evidence of it.
package enum DeliveryStage: String, CaseIterable, Sendable {
  case nothing
  case accepted
  case refused
  case taken
  case notArrived = "not_arrived"
  case reached
  case acked
  case opened

  package var meaning: Phrase {
    switch self {
    case .nothing: "there is neither a send nor an answer"
    case .accepted: "the sender's platform accepted the request; no send is in the ledger"
    case .refused: "the gateway refused it"
    case .taken: "the gateway took it; there is no evidence from the device"
    case .notArrived: "it was reported as not arrived"
    case .reached: "it reached the device"
    case .acked: "it reached the device, and the extension ran and reported"
    case .opened: "it was opened on the device"
    }
  }
}

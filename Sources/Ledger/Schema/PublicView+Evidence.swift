import ReceiptModel

extension PublicView {
  /// Kinds that may prove that a push reached its device.
  static let proofs = [.arrived] + answers
  /// Those of them that always do: only the device itself can cause them.
  static let answers: [EventKind] = [.extAck, .displayed, .opened, .dismissed]

  /// The parts of the view `evidence`: the proofs that deliveries hold themselves, and those that links lead to.
  static var evidencePlaces: [String: String] {
    let own = AttributionDefinition.rows("d.message_ref, d.device, d.app_ref", of: proofs) {
      "(\($0) <> \(EventKind.arrived.rawValue) OR x.arrival_is_evidence)"
    }
    let linked = AttributionDefinition.rows(
      "l.target_message AS message_ref, l.target_device AS device, l.target_app AS app_ref",
      from: linkedDeliveries, of: proofs, where: givesProof)
    return ["own": own, "linked": linked]
  }

  /// `d` is joined by the link `l` to a delivery with the context `r`.
  static let linkedDeliveries = """
    link AS l CROSS JOIN delivery AS d
      ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref
    CROSS JOIN delivery AS t
      ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
    CROSS JOIN context AS r ON r.ref = t.context_ref
    """

  /// Whether a kind proves the same of the delivery that is meant.
  static func givesProof(_ kind: String) -> String {
    """
    l.state = \(LinkState.joined.rawValue)
      AND (\(kind) <> \(EventKind.arrived.rawValue) OR (x.arrival_is_evidence AND r.arrival_is_evidence))
    """
  }
}

package import Diagnosis
package import ReceiptModel

/// A message that a report is about.
package struct MessageSubject: Sendable {
  package var id: String
  /// The explanation under each AppKey; empty when the ledger has no event of it.
  package var explanations: [MessageExplanation]

  /// What the explanations know nothing of.
  package var sums: UntoldSums

  package init(id: String, explanations: [MessageExplanation], sums: UntoldSums = .none) {
    self.id = id
    self.explanations = explanations
    self.sums = sums
  }
}

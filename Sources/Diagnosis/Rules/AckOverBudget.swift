internal import ReceiptModel

extension Rule {
  static let ackOverBudget = Rule(.ackOverBudget) { _ in [Finding]() }
}

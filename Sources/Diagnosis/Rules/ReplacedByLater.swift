internal import ReceiptModel

extension Rule {
  static let replacedByLater = Rule(.replacedByLater) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let ackRateFall = Rule(.ackRateFall) { _ in [Finding]() }
}

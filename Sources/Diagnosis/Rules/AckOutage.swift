internal import ReceiptModel

extension Rule {
  static let ackOutage = Rule(.ackOutage) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let ackLatencyRegression = Rule(.ackLatencyRegression) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let quotaExceeded = Rule(.quotaExceeded) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let extensionThrottled = Rule(.extensionThrottled) { _ in [Finding]() }
}

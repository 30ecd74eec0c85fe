internal import ReceiptModel

extension Rule {
  static let extensionTimeouts = Rule(.extensionTimeouts) { _ in [Finding]() }
}

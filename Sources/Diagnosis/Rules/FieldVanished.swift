internal import ReceiptModel

extension Rule {
  static let fieldVanished = Rule(.fieldVanished) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let contentRefused = Rule(.contentRefused) { _ in [Finding]() }
}

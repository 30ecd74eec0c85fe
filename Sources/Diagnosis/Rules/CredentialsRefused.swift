internal import ReceiptModel

extension Rule {
  static let credentialsRefused = Rule(.credentialsRefused) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let tokensDead = Rule(.tokensDead) { _ in [Finding]() }
}

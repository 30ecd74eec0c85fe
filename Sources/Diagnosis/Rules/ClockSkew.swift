internal import ReceiptModel

extension Rule {
  static let clockSkew = Rule(.clockSkew) { _ in [Finding]() }
}

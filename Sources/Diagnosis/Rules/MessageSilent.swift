internal import ReceiptModel

extension Rule {
  static let messageSilent = Rule(.messageSilent) { _ in [Finding]() }
}

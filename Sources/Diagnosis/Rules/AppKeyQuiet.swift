internal import ReceiptModel

extension Rule {
  static let appKeyQuiet = Rule(.appKeyQuiet) { _ in [Finding]() }
}

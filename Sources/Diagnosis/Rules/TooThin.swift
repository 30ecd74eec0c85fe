internal import ReceiptModel

extension Rule {
  static let tooThin = Rule(.tooThin) { _ in [Finding]() }
}

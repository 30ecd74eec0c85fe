internal import ReceiptModel

extension Rule {
  static let repeatedEvents = Rule(.repeatedEvents) { _ in [Finding]() }
}

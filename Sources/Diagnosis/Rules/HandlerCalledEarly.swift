internal import ReceiptModel

extension Rule {
  static let handlerCalledEarly = Rule(.handlerCalledEarly) { _ in [Finding]() }
}

internal import ReceiptModel

extension Rule {
  static let devicesMuted = Rule(.devicesMuted) { _ in [Finding]() }
}

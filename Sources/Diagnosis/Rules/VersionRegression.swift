internal import ReceiptModel

extension Rule {
  static let versionRegression = Rule(.versionRegression) { _ in [Finding]() }
}

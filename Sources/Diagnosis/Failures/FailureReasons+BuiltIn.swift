import Assets
package import ReceiptModel

extension FailureReasons {
  /// What is known without anybody's help: `Assets/failure-reasons.csv`.
  package static let builtIn: FailureReasons = {
    do throws(Mistake) { return try FailureReasons(csv: FailureReasonTable.text) } catch {
      preconditionFailure("failure-reasons.csv:\(error.line): \(error.message)")
    }
  }()
}

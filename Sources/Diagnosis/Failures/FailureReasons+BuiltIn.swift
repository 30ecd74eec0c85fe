import Assets
package import ReceiptModel

extension FailureReasons {
  /// What is known without anybody's help: `tables/failure-reasons.csv`.
  package static let builtIn: FailureReasons = {
    do throws(Mistake) {
      return try FailureReasons(csv: AssetFiles.text(of: "tables/failure-reasons.csv"))
    } catch {
      preconditionFailure("failure-reasons.csv:\(error.line): \(error.message)")
    }
  }()
}

import Prose
package import ReceiptModel

extension FailureReasons {
  /// The reasons that the program knows by itself: `tables/failure-reasons.csv`.
  package static let builtIn: FailureReasons = {
    do throws(Mistake) {
      return try FailureReasons(csv: AssetFiles.text(of: "tables/failure-reasons.csv"))
    } catch {
      preconditionFailure("failure-reasons.csv:\(error.line): \(error.message.told())")
    }
  }()
}

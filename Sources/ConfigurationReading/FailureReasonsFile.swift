import Assets
import Prose
package import ReceiptModel

extension Configuration {
  /// What failure reasons mean: the user's own table before the built-in one.
  ///
  /// - Throws: `ConfigurationError` that names the file and the line.
  package func failureReasons() throws(ConfigurationError) -> FailureReasons {
    guard let path = failureReasonsFile else { return .builtIn }
    let shown = path.escapedForTerminal()
    let bytes = try ConfigurationFile.read(path, shown: shown)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError("\(shown): not valid UTF-8")
    }
    do throws(FailureReasons.Mistake) {
      return try FailureReasons(csv: text).before(.builtIn)
    } catch {
      throw ConfigurationError("\(shown):\(figure: "\(error.line)"): \(error.message)")
    }
  }
}

import Prose
import ReceiptModel

/// Code on lines of its own, in a fence that is longer than any run of backticks in it.
struct CodeBlock {
  private let code: String

  /// - Parameter text: control characters other than line breaks become blanks.
  init(text: String) {
    code = text.unicodeScalars.reduce(into: "") { code, scalar in
      code.unicodeScalars.append(scalar.isControl && scalar != "\n" ? " " : scalar)
    }
  }

  var text: String {
    var (longest, run) = (0, 0)
    for scalar in code.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(code)\n\(fence)"
  }
}

import Files
import Glibc

/// What standard output and standard error lead to.
package struct Terminal: Equatable, Sendable {
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// Columns to set text in: those of the terminal, or 80.
  package let width: Int
  /// Whether standard output may carry colour.
  ///
  /// Colour never says anything that the text does not.
  package let usesColor: Bool

  /// - Parameters:
  ///   - allowsColor: `false` for `--no-color`.
  ///   - environment: `NO_COLOR` (any value that is not empty) and `TERM` are looked at.
  package init(
    outputIsTerminal: Bool, errorIsTerminal: Bool, columns: Int?, allowsColor: Bool,
    environment: (String) -> String?
  ) {
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    width = columns ?? 80
    let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    usesColor = outputIsTerminal && allowsColor && !refused && environment("TERM") != "dumb"
  }

  /// The terminal this process was started on.
  package static func current(allowsColor: Bool = true) -> Terminal {
    let output = isatty(STDOUT_FILENO) == 1
    let error = isatty(STDERR_FILENO) == 1
    return Terminal(
      outputIsTerminal: output, errorIsTerminal: error,
      columns: output ? columns(of: STDOUT_FILENO) : error ? columns(of: STDERR_FILENO) : nil,
      allowsColor: allowsColor, environment: Environment.variable)
  }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    // The kernel fills exactly one `winsize` for this request.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

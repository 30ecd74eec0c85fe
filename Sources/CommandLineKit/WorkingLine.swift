import Dispatch
import Files
import Prose

/// A line of standard error that says that work goes on whose end nobody can tell, from its making to its end.
///
/// Meanwhile nothing else is written to the terminal. Where the line is not shown, every call does nothing.
package final class WorkingLine {
  private let hasEnded = DispatchSemaphore(value: 0)
  private let isCleared = DispatchSemaphore(value: 0)
  private var isShown: Bool

  /// - Parameters:
  ///   - isShown: whether standard error is a terminal and the user has not asked for quiet.
  ///   - patience: how long nothing is said, and after that how often.
  ///   - write: where the line goes; standard error unless a test looks.
  package init(
    _ words: String, isShown: Bool, width: Int, patience: Duration = .seconds(1),
    write: @escaping @Sendable (String) -> Void = { try? DescriptorWriter.standardError.write($0) }
  ) {
    self.isShown = isShown
    guard isShown else { return }
    // A queue of its own has a thread of its own: the others are for the work.
    DispatchQueue(label: "pushledger.working").async { [hasEnded, isCleared] in
      var line = ProgressLine(isShown: true, width: width, write: write)
      while hasEnded.wait(timeout: .now() + patience / .seconds(1)) == .timedOut { line.update(words) }
      line.clear()
      isCleared.signal()
    }
  }

  deinit { end() }

  package func end() {
    guard isShown else { return }
    isShown = false
    hasEnded.signal()
    isCleared.wait()
  }
}

import Synchronization

/// How far an import is, shared between its threads.
package final class ImportMeter: Sendable {
  package struct Reading: Sendable {
    /// The file being read.
    package var name = ""
    /// Bytes of all files that were read and committed.
    package var bytes: Int64 = 0
    package var lines = 0
  }

  private let state = Mutex(Reading())

  package init() {}

  package var reading: Reading { state.withLock { $0 } }

  func begin(_ name: String) { state.withLock { $0.name = name } }

  func add(bytes: Int64, lines: Int) {
    state.withLock {
      $0.bytes += bytes
      $0.lines += lines
    }
  }
}

import CSQLite
import Glibc

/// Waits for the locks of other connections.
extension Database {
  /// Waits for another connection's lock, at most so long for each.
  ///
  /// - Parameters:
  ///   - milliseconds: after these a statement fails as `.busy`.
  ///   - isOver: asked many times a second while it waits; after `true` the statement fails as `.interrupted`.
  package func waitForLocks(
    milliseconds: Int, unless isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    let waiting = Waiting(limit: .milliseconds(milliseconds), isOver: isOver)
    self.waiting = waiting
    unsafe sqlite3_busy_handler(
      handle,
      { context, tries in
        guard let context = unsafe context else { return 0 }
        // The connection holds it for as long as it is open.
        return unsafe Unmanaged<Waiting>.fromOpaque(context).takeUnretainedValue().goesOn(tries) ? 1 : 0
      }, Unmanaged.passUnretained(waiting).toOpaque())
  }

  /// How a connection waits, and since when; used on the connection's thread alone.
  final class Waiting {
    private let limit: Duration
    private let isOver: @Sendable () -> Bool
    private var start = ContinuousClock.now
    /// Whether the last wait ended because somebody asked for it.
    private(set) var wasCalledOff = false

    /// Microseconds between two looks at the lock; the first ones follow one another faster.
    private static let longestPause = 50_000

    init(limit: Duration, isOver: @escaping @Sendable () -> Bool) {
      self.limit = limit
      self.isOver = isOver
    }

    /// Whether to try again, after a pause.
    ///
    /// - Parameter tries: how often the same lock was tried before.
    func goesOn(_ tries: Int32) -> Bool {
      if tries == 0 { start = .now }
      wasCalledOff = isOver()
      guard !wasCalledOff, start.duration(to: .now) < limit else { return false }
      usleep(UInt32(min(Self.longestPause, 1_000 * (Int(tries) + 1))))
      return true
    }
  }
}

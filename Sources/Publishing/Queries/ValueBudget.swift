import Synchronization

/// How many values all groups of a question may still keep, as SQLite's own limit does not see them.
final class ValueBudget: Sendable {
  private let left: Mutex<Int>

  init(bytes: Int) { left = Mutex(bytes / MemoryLayout<Double>.stride) }

  /// - Returns: whether there is room for one more.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func give(back count: Int) { left.withLock { $0 += count } }
}

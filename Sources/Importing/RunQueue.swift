internal import Dispatch
internal import Synchronization

/// A queue between two threads that holds at most a few elements, so that neither runs away from the other.
final class RunQueue<Element: Sendable>: Sendable {
  private let elements: Mutex<[Element]>
  // Filled up by signals: a semaphore that dies below the value it was made with stops the program.
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    elements = Mutex([])
    for _ in 0..<capacity { free.signal() }
  }

  /// Adds an element, waiting for room.
  func put(_ element: Element) {
    free.wait()
    elements.withLock { $0.append(element) }
    filled.signal()
  }

  /// Takes the oldest element, waiting for one.
  func take() -> Element {
    while true { if let element = take(milliseconds: 1000) { return element } }
  }

  /// Takes the oldest element, or gives `nil` when none comes in time.
  func take(milliseconds: Int) -> Element? {
    guard filled.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
    defer { free.signal() }
    return elements.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

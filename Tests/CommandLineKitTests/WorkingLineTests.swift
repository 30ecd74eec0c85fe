import Dispatch
import Synchronization
import Testing

@testable import CommandLineKit

/// The line that says that work goes on.
@Suite struct WorkingLineTests {
  private final class Screen: Sendable {
    let drawn = Mutex<[String]>([])
    let isDrawn = DispatchSemaphore(value: 0)

    func draw(_ text: String) {
      drawn.withLock { $0.append(text) }
      isDrawn.signal()
    }
  }

  @Test func `work that goes on is told, and the line is gone when it ends`() {
    let screen = Screen()
    let line = WorkingLine(
      "judging", isShown: true, width: 80, patience: .milliseconds(1), write: screen.draw)
    screen.isDrawn.wait()
    line.end()
    line.end()
    let drawn = screen.drawn.withLock { $0 }
    #expect(drawn.first == "\r\u{1B}[Kjudging  0:00")
    #expect(drawn.last == "\r\u{1B}[K")
  }

  @Test func `work that ends soon is not told, nor any where there is no terminal`() {
    let screen = Screen()
    WorkingLine("judging", isShown: true, width: 80, patience: .seconds(3600), write: screen.draw).end()
    let hidden = WorkingLine(
      "judging", isShown: false, width: 80, patience: .nanoseconds(1), write: screen.draw)
    hidden.end()
    #expect(screen.drawn.withLock { $0 }.isEmpty)
  }
}

import Testing

@testable import CommandLineKit

@Suite struct ProgressLineTests {
  /// Collects what is drawn.
  private final class Screen {
    var drawn: [String] = []
  }

  private let half = Progress(label: "a.log", bytes: 1_500_000, totalBytes: 3_000_000, lines: 10_000)

  @Test func `progress says bytes, share, speed and time left`() {
    #expect(half.text(elapsed: .seconds(4)) == "a.log  1.5 MB of 3.0 MB  50%  2500 lines/s  0:04 left")
  }

  @Test func `without a known total there are only counts`() {
    let progress = Progress(label: "-", bytes: 999, totalBytes: nil, lines: 10)
    #expect(progress.text(elapsed: .seconds(2)) == "-  999 B  5 lines/s")
  }

  @Test func `nothing is divided by at the first instant or by an empty file`() {
    let progress = Progress(label: "a", bytes: 0, totalBytes: 0, lines: 0)
    #expect(progress.text(elapsed: .zero) == "a  0 B of 0 B")
  }

  @Test(arguments: [(0, "0:00"), (59, "0:59"), (61, "1:01"), (3600, "1:00:00"), (4000, "1:06:40")])
  func `time left is written as a clock`(seconds: Int, text: String) {
    #expect(Progress.clock(seconds) == text)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_999, "999.9 kB"), (1_000_000, "1.0 MB"),
    (5_800_000_000, "5.8 GB"), (7_000_000_000_000_000, "7000.0 TB"),
  ])
  func `sizes are decimal with one digit`(bytes: Int, text: String) {
    #expect(Progress.size(bytes) == text)
  }

  @Test func `the line is drawn at most ten times a second and cut to the terminal`() {
    let screen = Screen()
    var line = ProgressLine(isShown: true, width: 30) { screen.drawn.append($0) }
    for milliseconds in stride(from: 0, to: 1000, by: 10) {
      line.update(half, elapsed: .milliseconds(milliseconds))
    }
    line.clear()
    #expect(screen.drawn.count == 11)
    #expect(screen.drawn.last == "\r\u{1B}[K")
    for text in screen.drawn { #expect(text.unicodeScalars.count <= 29 + 4) }
  }

  @Test func `nothing is written where there is no terminal`() {
    let screen = Screen()
    var line = ProgressLine(isShown: false, width: 80) { screen.drawn.append($0) }
    line.update(half)
    line.clear()
    #expect(screen.drawn.isEmpty)
  }

  @Test func `a file name cannot act on the terminal`() {
    let screen = Screen()
    var line = ProgressLine(isShown: true, width: 80) { screen.drawn.append($0) }
    line.update(Progress(label: "\u{1B}]0;x\u{7}", bytes: 0, totalBytes: nil, lines: 0), elapsed: .zero)
    #expect(screen.drawn == ["\r\u{1B}[K\\x1B]0;x\\x07  0 B"])
  }
}

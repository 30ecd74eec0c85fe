import Files
import Prose

/// One line of standard error that is drawn again and again while work goes on.
///
/// It exists on a terminal only; elsewhere every call does nothing.
package struct ProgressLine {
  private let isShown: Bool
  private let layoutWidth: Int
  private let write: (String) -> Void
  private let start: ContinuousClock.Instant
  private var lastDrawn: Duration?

  /// Often enough to look alive, seldom enough to cost nothing.
  private static let pause = Duration.milliseconds(100)
  /// Back to the first column, and clear what stood there.
  private static let erase = "\r\u{1B}[K"

  /// - Parameters:
  ///   - isShown: whether standard error is a terminal and the user has not asked for quiet.
  ///   - write: where the line goes; standard error unless a test looks.
  package init(
    isShown: Bool, width: Int,
    write: @escaping (String) -> Void = { try? DescriptorWriter.standardError.write($0) }
  ) {
    self.isShown = isShown
    layoutWidth = width
    self.write = write
    start = ContinuousClock.now
  }

  /// Shows how far the work is; draws at most ten times a second.
  ///
  /// - Parameter progress: its label is escaped here.
  package mutating func update(_ progress: Progress) {
    guard isShown else { return }
    update(progress, elapsed: start.duration(to: .now))
  }

  /// Shows a few words and how long the work has taken.
  package mutating func update(_ words: String) {
    guard isShown else { return }
    let elapsed = start.duration(to: .now)
    draw("\(words)  \(Progress.clock(Int(elapsed / .seconds(1))))", elapsed: elapsed)
  }

  mutating func update(_ progress: Progress, elapsed: Duration) {
    guard isShown else { return }
    draw(progress.text(elapsed: elapsed), elapsed: elapsed)
  }

  private mutating func draw(_ text: String, elapsed: Duration) {
    if let lastDrawn, elapsed - lastDrawn < Self.pause { return }
    lastDrawn = elapsed
    // One column stays free: a full line makes some terminals wrap.
    write(Self.erase + text.escapedForTerminal(limit: max(layoutWidth - 1, 20)))
  }

  /// Removes the line, before anything else is written and at the end.
  package mutating func clear() {
    guard isShown, lastDrawn != nil else { return }
    lastDrawn = nil
    write(Self.erase)
  }
}

/// How far a piece of work is.
package struct Progress: Equatable, Sendable {
  /// What is being worked on, such as a file name.
  package var label: String
  package var bytes: Int
  /// Bytes there are, or `nil` when nobody knows, as with a pipe.
  package var totalBytes: Int?
  package var lines: Int

  package init(label: String, bytes: Int, totalBytes: Int?, lines: Int) {
    self.label = label
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.lines = lines
  }

  /// The line, such as `a.log  1.2 GB of 5.8 GB  20%  3120000 lines/s  0:04 left`.
  package func text(elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    var parts = [label]
    if let totalBytes {
      parts.append("\(Self.size(bytes)) of \(Self.size(totalBytes))")
      if totalBytes > 0 { parts.append("\(min(bytes, totalBytes) * 100 / totalBytes)%") }
    } else {
      parts.append(Self.size(bytes))
    }
    if seconds > 0 { parts.append("\(Int(Double(lines) / seconds)) lines/s") }
    // The first second says little about the rest.
    if let totalBytes, bytes > 0, bytes <= totalBytes, seconds >= 1 {
      let left = Int((seconds * Double(totalBytes - bytes) / Double(bytes)).rounded(.up))
      parts.append("\(Self.clock(left)) left")
    }
    return parts.joined(separator: "  ")
  }

  /// Decimal units with one digit: `1.2 GB`.
  static func size(_ bytes: Int) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    guard bytes >= 1000 else { return "\(bytes) B" }
    var tenths = bytes / 100
    var unit = 0
    while tenths >= 10_000, unit + 1 < units.count {
      tenths /= 1000
      unit += 1
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  static func clock(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    guard hours > 0 else { return "\(minutes):\(rest)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }
}

import CommandLineKit
import Importing

/// The progress line of an import, on a terminal only.
final class ProgressDisplay {
  private var line: ProgressLine

  init(isShown: Bool) {
    let terminal = Terminal.current()
    line = ProgressLine(isShown: terminal.errorIsTerminal && isShown, width: terminal.width)
  }

  deinit { line.clear() }

  func update(_ reading: ImportMeter.Reading, of total: Int64?) {
    line.update(
      Progress(
        label: reading.name, bytes: Int(reading.bytes), totalBytes: total.map { Int($0) },
        lines: reading.lines))
  }

  func clear() { line.clear() }
}

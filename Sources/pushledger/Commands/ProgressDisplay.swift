import CommandLineKit
import Importing

/// The progress line of an import, on a terminal only.
final class ProgressDisplay {
  private var line: ProgressLine

  init(isShown: Bool) { line = ProgressLine(showsUnless: !isShown) }

  deinit { line.clear() }

  func update(_ reading: ImportMeter.Reading, of total: Int64?) {
    line.update(
      Progress(
        label: reading.name, bytes: Int(reading.bytes), totalBytes: total.map { Int($0) },
        lines: reading.lines))
  }

  func clear() { line.clear() }
}

extension ProgressLine {
  /// On a terminal, unless it shall be quiet.
  init(showsUnless isQuiet: Bool) {
    let terminal = Terminal.current()
    self.init(isShown: terminal.errorIsTerminal && !isQuiet, width: terminal.width)
  }
}

extension Unicode.Scalar {
  /// The columns of a terminal that the scalar takes: 0, 1, or 2 for East Asian wide ones and most emoji.
  package var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// Blocks of Unicode's EastAsianWidth.txt that are wide (W) or full-width (F), gaps inside a block ignored.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The columns of a terminal that the text takes.
  package var displayWidth: Int {
    // Most text is ASCII, and then a byte is a column.
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

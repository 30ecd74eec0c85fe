import ReceiptModel

/// What lines that no reader understood look like, for a word of advice.
package enum LineShape: Sendable {
  /// Cells between separators, as in CSV.
  case cells
  /// HTML or XML.
  case markup
  /// No text.
  case binary
  case other
}

extension LineShape {
  /// What a line looks like that is no record.
  init(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    if line.first.map({ bytes[$0] }) == UInt8(ascii: "<") {
      self = .markup
    } else if line.prefix(4096).contains(where: { Self.isNoText(bytes[$0]) }) {
      self = .binary
    } else {
      // A receipt needs four.
      let hasCells = CSVHeader.separators.contains { separator in line.count { bytes[$0] == separator } > 2 }
      self = hasCells ? .cells : .other
    }
  }

  /// Whether a byte stands in no text: a control character that neither parts words nor colours a terminal.
  private static func isNoText(_ byte: UInt8) -> Bool {
    byte < 0x20 && ![0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B].contains(byte)
  }
}

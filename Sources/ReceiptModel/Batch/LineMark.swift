/// Whose line told an event or a note: what `BatchEvent.file` and `LineNote.line` hold.
///
/// A line of one event is counted by its file alone. The events of a line of several share a group, so that the line is
/// counted once: as merged when any of them changed the ledger.
package enum LineMark {
  /// Of a line that is counted otherwise, such as a refused one of which some parts were good.
  package static let none = UInt32.max

  private static let groupBit: UInt32 = 1 << 31

  /// The mark of a group, counted from 0.
  @inlinable
  package static func group(_ number: UInt32) -> UInt32 { 1 << 31 | number }

  /// What a mark says.
  package enum Meaning: Equatable, Sendable {
    case file(UInt32)
    case group(UInt32)
    case none
  }

  package static func meaning(_ mark: UInt32) -> Meaning {
    if mark == none { return .none }
    return mark & groupBit == 0 ? .file(mark) : .group(mark & ~groupBit)
  }

  /// Whether a mark is a file's number.
  @inlinable
  package static func isFile(_ mark: UInt32) -> Bool { mark >> 31 == 0 }

  /// Groups there are marks for.
  package static let groupLimit = Int(Int32.max)
}

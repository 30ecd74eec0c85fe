import ReceiptModel

/// Gives messages their references: the same name always the same one, and new names the next ones.
protocol MessageNumbering {
  /// The reference that the next new message will get; all known ones are below.
  var next: Int64 { get }

  /// The reference of the message whose name is `range` of `bytes`; it is added if it is new.
  mutating func reference(of bytes: Span<UInt8>, _ range: Range<Int>) throws -> Int64
}

extension MessageNumbering {
  mutating func reference(of name: String) throws -> Int64 {
    let bytes = Array(name.utf8)
    return try reference(of: bytes.span, 0..<bytes.count)
  }
}

/// The messages of a ledger's own table, with those at hand that were asked for last.
struct StoredMessages: MessageNumbering {
  private var table: TextTable
  private var known = ReferenceCache(limit: 8 << 20)

  init(_ table: TextTable) { self.table = table }

  var next: Int64 { table.next }

  mutating func reference(of bytes: Span<UInt8>, _ range: Range<Int>) throws -> Int64 {
    try known.reference(of: bytes, range) { try table.intern(String(decoding: $0, as: UTF8.self)) }
  }
}

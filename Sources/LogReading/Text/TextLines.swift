import ReceiptModel

/// Lines of text that only a mapping understands: access logs, forms, what an app wrote down.
struct TextLines: LineReader, ~Copyable {
  /// Known once the mapping is.
  var cutter: LineCutter?
  /// Whether a line was of the form that the mapping has, and whether there was another one.
  private var hasFitting = false
  private var hasOthers = false

  /// Throws when there were lines and none of them was of the mapping's form.
  func requireAFittingLine() throws(InputError) {
    if hasOthers, !hasFitting { throw .notAReceiptLog(.other) }
  }

  func readAlike(
    _ bytes: Span<UInt8>, _ range: Range<Int>, account: inout RecordAccount, into batch: inout EventBatch
  ) -> Int { range.lowerBound }

  func readOther(
    _ bytes: Span<UInt8>, _ range: Range<Int>, until end: JSONValues.End, account: inout RecordAccount,
    into batch: inout EventBatch
  ) -> Int? { nil }

  mutating func readLine(
    _ bytes: Span<UInt8>, _ content: Range<Int>, record: Range<Int>, next: Int, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) {
    do throws(Rejection) {
      guard try cutter?.cut(bytes, content, unknown: &account.unknownColumns) == true else {
        hasOthers = true
        return account.ignore(next: next)
      }
    } catch {
      return try account.reject(error, record: record, of: bytes, next: next)
    }
    hasFitting = true
    guard let values = cutter?.values else { return }
    try account.acceptMapped(
      values.values, in: values.bytes.span, record: record, of: bytes, next: next, into: &batch)
  }

  /// Any line may go on.
  func isWhole(_ bytes: Span<UInt8>, _ content: Range<Int>, account: inout RecordAccount) -> Bool { false }
}

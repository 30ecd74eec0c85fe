import ReceiptModel

/// The attribute groups of an event: which values belong together, and how much is kept of each.
extension ReceiptFields {
  /// The source of all these receipts, `alibaba` and its NUL, the first byte in the lowest bits.
  private static let source: UInt64 = 0x0061_6261_6269_6C61

  func context(_ bytes: Span<UInt8>, _ batch: inout EventBatch) -> UInt32 {
    batch.groups[AttributeGroup.context.rawValue].intern(
      bytes, behind: Self.source, joining: kept(.deviceType, bytes), kept(.eventChannel, bytes),
      kept(.jobKey, bytes))
  }

  func build(_ bytes: Span<UInt8>, _ batch: inout EventBatch) -> UInt32 {
    batch.groups[AttributeGroup.build.rawValue].intern(
      bytes, joining: kept(.appVersion, bytes), kept(.os, bytes), kept(.osVersion, bytes),
      kept(.brand, bytes))
  }

  func network(_ bytes: Span<UInt8>, _ batch: inout EventBatch) -> UInt32 {
    batch.groups[AttributeGroup.network.rawValue].intern(
      bytes, joining: kept(.networkType, bytes), kept(.isp, bytes), 0..<0)
  }

  /// The reason of a failure; other kinds have an empty one, whatever their lines say.
  func reason(of kind: EventKind, _ bytes: Span<UInt8>, _ batch: inout EventBatch) -> UInt32 {
    batch.groups[AttributeGroup.reason.rawValue].intern(
      bytes, joining: kind.isFailure ? kept(.reason, bytes) : 0..<0)
  }

  /// What is kept of a value: nothing when it is absent, and `Attribute.lengthLimit` at most.
  @inline(__always)
  func kept(_ field: ReceiptField, _ bytes: Span<UInt8>) -> Range<Int> {
    let range = self[field].range
    // What stands for nothing is told by the first seven bytes, without a branch on the length, which nobody foresees.
    let word = bytes.word(at: range.lowerBound, length: min(range.count, 7))
    if word == Self.dash || word == Self.null { return 0..<0 }
    return range.count <= Attribute.lengthLimit ? range : Self.cut(range, bytes)
  }

  private static let dash: UInt64 = 0x2D
  private static let null: UInt64 = 0x6C6C_756E

  private static func cut(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    var upper = range.lowerBound + Attribute.lengthLimit
    while bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    return range.lowerBound..<upper
  }
}

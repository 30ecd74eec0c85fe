import ReceiptModel

/// The reasons of a run in which a vendor quotes the id or token that failed.
///
/// A ledger takes in every entry of a batch's dictionaries, so where a reason was changed, the dictionary is made anew of
/// those that are still referred to.
struct QuotingReasons {
  /// By the place of the event: its reason with the pseudonym in it.
  private var changed: [Int: [UInt8]] = [:]

  /// Notes the reason of the event at `place` when it quotes the event's own id.
  ///
  /// - Parameters:
  ///   - id: as the log has it, before it is turned.
  ///   - texts: what ids of text refer to.
  mutating func look(
    at place: Int, _ reason: ArraySlice<UInt8>, quoting id: DeviceKey, _ texts: ByteDictionary,
    _ pseudonym: DeviceKey
  ) {
    // The shortest words that can hold an id, so that nothing is made of the others.
    guard reason.count >= (id.isText ? QuotedID.leastBytes : 32) else { return }
    let bytes =
      id.isText ? Array(texts.bytes(UInt32(truncatingIfNeeded: id.low))) : Array(id.hexadecimal.utf8)
    guard let quoted = QuotedID(bytes) else { return }
    changed[place] = quoted.replaced(in: reason, by: Array(pseudonym.hexadecimal.utf8))
  }

  /// Writes the changed reasons, and takes out those that nothing refers to any more.
  func write(into batch: inout EventBatch) {
    guard !changed.isEmpty else { return }
    var reasons = ByteDictionary()
    // What kind other refers to is no reason.
    for place in batch.events.indices where batch.events[place].kind != .other {
      let reason = changed[place] ?? Array(batch.reason(batch.events[place]))
      batch.events[place].detail = reasons.intern(reason.span, joining: 0..<reason.count)
    }
    batch.groups[AttributeGroup.reason.rawValue] = reasons
  }
}

extension EventBatch {
  /// The reason of an event of any kind but `other`, without the NUL that ends it.
  func reason(_ event: BatchEvent) -> ArraySlice<UInt8> {
    groups[AttributeGroup.reason.rawValue].bytes(event.detail).dropLast()
  }
}

import ReceiptModel

/// Puts pseudonyms into the place of the device ids and tokens of batches, one batch after another.
///
/// Each id is turned by its own bytes, so what was one id stays one, and what was two stays two: every join, count and
/// link is the one it was. An id that a reason or the words of a step quote is turned there, too.
struct BatchPseudonyms: Sendable {
  private let key: PseudonymKey
  /// Ids of 32 digits and their pseudonyms, in each place the one met last: the events of a push on a device mostly
  /// stand near each other.
  private var recent: [Known]

  private struct Known: Sendable {
    /// The key of a text stands where there is none yet, which no packed id is equal to.
    var id: DeviceKey
    var pseudonym: DeviceKey
  }

  /// - Parameter places: for ids that were met, a power of two.
  init(_ key: PseudonymKey, places: Int = 1 << 12) {
    self.key = key
    var batch = EventBatch(capacity: 1)
    let none = batch.deviceKey(text: [UInt8]().span, 0..<0)
    recent = Array(repeating: Known(id: none, pseudonym: none), count: places)
  }

  /// Turns all ids of a batch.
  mutating func turn(_ batch: inout EventBatch) {
    let texts = batch.deviceTexts
    batch.deviceTexts = ByteDictionary()
    let nobody = batch.deviceKey(text: [UInt8]().span, 0..<0)
    let ofTexts = (0..<UInt32(texts.count)).map { entry in
      let id = texts.bytes(entry)
      return id.isEmpty ? nobody : key.pseudonym(of: id.span)
    }
    var reasons = QuotingReasons()
    for place in batch.events.indices {
      let event = batch.events[place]
      let id = event.device
      let pseudonym = id.isText ? ofTexts[Int(id.low)] : turned(id)
      if event.kind.isFailure {
        reasons.look(at: place, batch.reason(event), quoting: id, texts, pseudonym)
      }
      batch.events[place].device = pseudonym
    }
    reasons.write(into: &batch)
    for place in batch.notes.indices { batch.notes[place].note = turned(batch.notes[place].note) }
  }

  private mutating func turned(_ id: DeviceKey) -> DeviceKey {
    // Multiplied by 2^64 over the golden ratio, so that ids that count up spread over all places.
    let mixed = (id.high ^ id.low) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(mixed >> UInt64(64 - recent.count.trailingZeroBitCount))
    let known = recent[place]
    if known.id == id { return known.pseudonym }
    let pseudonym = key.pseudonym(of: id.digits.span)
    recent[place] = Known(id: id, pseudonym: pseudonym)
    return pseudonym
  }

  private func turned(_ note: Note) -> Note {
    switch note {
    case .alias(var note):
      note.device = key.pseudonym(of: note.device)
      return .alias(note)
    case .token(var note):
      note.token = key.pseudonym(of: note.token)
      note.device = key.pseudonym(of: note.device)
      return .token(note)
    case .step(var note):
      let pseudonym = key.pseudonym(of: note.device)
      if let words = QuotedID(Array(note.device.utf8))?.replaced(
        in: Array(note.detail.utf8)[...], by: Array(pseudonym.utf8))
      {
        note.detail = String(decoding: words, as: UTF8.self)
      }
      note.device = pseudonym
      return .step(note)
    case .appOpen(var note):
      note.device = key.pseudonym(of: note.device)
      return .appOpen(note)
    // These name no device.
    case .payload, .push, .total, .tally: return note
    }
  }
}

/// A bounded piece of a log in compact form: events of fixed width and the dictionaries they point into.
///
/// A batch stands alone. Readers fill it, the importer sorts it, the ledger merges it; then it is emptied and used
/// again, so memory depends on a batch's capacity and not on the log.
package struct EventBatch: Sendable {
  package var events: [BatchEvent] = []
  package var appKeys = ByteDictionary()
  package var messageIDs = ByteDictionary(minimumCapacity: 4096)
  /// Device ids that are not 32 lower-case hexadecimal digits.
  package var deviceTexts = ByteDictionary()
  /// Entries of each `AttributeGroup`, by its raw value: the group's values in order, each ended by a NUL byte.
  package var groups = InlineArray<4, ByteDictionary> { _ in ByteDictionary() }
  /// Raw names of event types that are kept as `other`.
  package var rawTypes = ByteDictionary()
  /// Facts beside the events, in the order of their lines.
  package var notes: [LineNote] = []
  /// The file of each line that told several events or notes, by the number of its group; see `LineMark`.
  package var groupFiles: [UInt32] = []

  /// Events the batch may hold before it has to be handed over.
  package let capacity: Int
  /// Bytes of text the dictionaries may hold together.
  package let textCapacity: Int

  package init(capacity: Int = 262_144, textCapacity: Int = 16 << 20) {
    precondition(capacity <= 1 << 20, "sorting gives a batch's messages 20 bits")
    precondition(capacity > 0 && textCapacity >= 4096, "an empty batch is never full")
    self.capacity = capacity
    self.textCapacity = textCapacity
    events.reserveCapacity(capacity)
  }

  /// Whether the batch has to be handed over before another line is read.
  package var isFull: Bool {
    // Mutating, so that the batch is looked at where it is: to be passed as a value it would be copied for each line.
    mutating get {
      // Dictionaries are looked at every 64 events only: one line holds at most 1 MiB.
      events.count >= capacity || events.count & 63 == 0 && hasFullDictionary
    }
  }

  /// Parts that one record may have.
  package static let partLimit = 32_768

  /// The same as `isFull` for a reader whose records hold up to `partLimit` events, each with numbers of its own.
  package var isFullForParts: Bool {
    mutating get {
      let narrow = max(appKeys.count, groups[AttributeGroup.network.rawValue].count)
      return events.count >= capacity || narrow > BatchEvent.narrowLimit - Self.partLimit - 64
        || hasFullDictionary
    }
  }

  private var hasFullDictionary: Bool {
    mutating get {
      let networks = groups[AttributeGroup.network.rawValue].count
      if max(appKeys.count, networks) > BatchEvent.narrowLimit - 64 || notes.count >= Self.noteLimit {
        return true
      }
      var bytes = messageIDs.byteCount + deviceTexts.byteCount + rawTypes.byteCount + appKeys.byteCount
      for group in groups.indices { bytes += groups[group].byteCount }
      return bytes >= textCapacity
    }
  }

  /// Empties the batch and keeps its memory.
  ///
  /// Dictionaries that together keep more than twice what a batch's texts may take are given back: one kind of log fills
  /// one of them, the next kind another, and what all of them grew to would add up.
  package mutating func removeAll() {
    var held = 0
    forEachDictionary { held += $0.heldBytes }
    let keeps = held <= 2 * textCapacity
    forEachDictionary { if keeps { $0.removeAll() } else { $0 = ByteDictionary() } }
    events.removeAll(keepingCapacity: true)
    notes.removeAll(keepingCapacity: true)
    groupFiles.removeAll(keepingCapacity: true)
  }

  private mutating func forEachDictionary(_ body: (inout ByteDictionary) -> Void) {
    body(&appKeys)
    body(&messageIDs)
    body(&deviceTexts)
    for group in groups.indices { body(&groups[group]) }
    body(&rawTypes)
  }

  /// Notes a batch may hold: each is some hundred bytes of text.
  private static let noteLimit = 16_384
}

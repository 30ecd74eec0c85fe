/// A bounded piece of a log in compact form: events of fixed width and the dictionaries they point into.
///
/// A run stands alone. Readers fill it, the importer sorts it, the ledger merges it; then it is emptied and used
/// again, so memory depends on a run's capacity and not on the log.
package struct EventRun: Sendable {
  package var events: [RunEvent] = []
  package var appKeys = ByteDictionary()
  package var messageIDs = ByteDictionary(minimumCapacity: 4096)
  /// Device ids that are not 32 lower-case hexadecimal digits.
  package var deviceTexts = ByteDictionary()
  /// Entries of each `AttributeGroup`, by its raw value: the group's values in order, each ended by a NUL byte.
  package var groups = InlineArray<4, ByteDictionary> { _ in ByteDictionary() }
  /// Raw names of event types that are kept as `other`.
  package var rawTypes = ByteDictionary()

  /// Events the run may hold before it has to be handed over.
  package let capacity: Int
  /// Bytes of text the dictionaries may hold together.
  package let textCapacity: Int

  package init(capacity: Int = 262_144, textCapacity: Int = 16 << 20) {
    precondition(capacity <= 1 << 20, "sorting gives a run's messages 20 bits")
    self.capacity = capacity
    self.textCapacity = textCapacity
    events.reserveCapacity(capacity)
  }

  /// Whether the run has to be handed over before another line is read.
  package var isFull: Bool {
    // Mutating, so that the run is looked at where it is: to be passed as a value it would be copied for each line.
    mutating get {
      // Text is looked at every 64 events only: one line holds at most 1 MiB.
      events.count >= capacity || events.count & 63 == 0 && textBytes >= textCapacity
    }
  }

  private var textBytes: Int {
    mutating get {
      var bytes = messageIDs.byteCount + deviceTexts.byteCount + rawTypes.byteCount + appKeys.byteCount
      for group in groups.indices { bytes += groups[group].byteCount }
      return bytes
    }
  }

  /// Empties the run and keeps its memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    appKeys.removeAll()
    messageIDs.removeAll()
    deviceTexts.removeAll()
    for group in groups.indices { groups[group].removeAll() }
    rawTypes.removeAll()
  }
}

/// One event of a run.
///
/// References are into the run's own dictionaries.
package struct RunEvent: Sendable {
  /// The id itself when it is 32 lower-case hexadecimal digits, else two hashes of it that bring equal ids together.
  package var device: DeviceKey
  /// Milliseconds since 1970, UTC.
  package var time: Int64
  package var message: UInt32
  package var app: UInt32
  package var context: UInt32
  package var build: UInt32
  package var network: UInt32
  /// Entry of the reason group for failures (an empty reason otherwise); of `rawTypes` for `other`.
  package var detail: UInt32
  /// The importer's number of the file the line stood in.
  package var file: UInt32
  package var kind: EventKind

  package init(
    device: DeviceKey, time: Int64, message: UInt32, app: UInt32, context: UInt32, build: UInt32,
    network: UInt32, detail: UInt32, file: UInt32, kind: EventKind
  ) {
    self.device = device
    self.time = time
    self.message = message
    self.app = app
    self.context = context
    self.build = build
    self.network = network
    self.detail = detail
    self.file = file
    self.kind = kind
  }
}

/// A device id in 20 bytes.
package struct DeviceKey: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64
  /// 0 for a packed hexadecimal id, else one more than the entry in the run's `deviceTexts`.
  package var text: UInt32

  package init(high: UInt64, low: UInt64, text: UInt32) {
    self.high = high
    self.low = low
    self.text = text
  }
}

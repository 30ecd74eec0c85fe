import ReceiptModel
import SQLite

/// Reads the deliveries of one message after another.
struct PassReader {
  private var rows: DeliveryRows
  private var group: DeviceGroup

  init(_ reader: LedgerReader) throws {
    rows = try DeliveryRows(in: reader.database)
    group = try DeviceGroup(reader)
  }

  /// Calls `body` with the deliveries of a message, those to some devices at a time.
  ///
  /// - Parameter onlyUnusual: as of `OtherMessages`.
  mutating func read(
    _ message: Int64, onlyUnusual: Bool = false, _ body: (Span<PassedDelivery>) throws -> Void
  ) throws {
    try Self.read(message, onlyUnusual, &rows, &group, body)
  }

  private static func read(
    _ message: Int64, _ onlyUnusual: Bool, _ rows: inout DeliveryRows, _ group: inout DeviceGroup,
    _ body: (Span<PassedDelivery>) throws -> Void
  ) throws {
    group.begin(onlyUnusual: onlyUnusual)
    try rows.forEach(of: message) { device, app, cells in
      try group.add(message, device, app, cells, body)
    }
    try group.end(body)
  }
}

/// The deliveries of a message that were read and not yet handed on.
private struct DeviceGroup {
  private var repeats: RepeatRows
  private let loaded: LoadedHours
  private var traits: KnownTraits
  private let settings: LedgerSettings
  private var sets = KnownCounts()
  /// Only the first `count` are there; the others give their memory to the next ones, as each is large.
  private var deliveries: [PassedDelivery] = []
  private var count = 0
  /// The place of the first to the last device.
  private var start = 0
  /// The last device.
  private var device: StoredDevice?
  private var onlyUnusual = false
  /// Where only what is unusual is wanted, what went to the last device before anything unusual did.
  private var usual: [(app: Int64, cells: InlineArray<17, Int64>)] = []
  /// About so many are handed on together: enough that calls cost little, and few enough to stay in the processor's
  /// cache.
  private static let together = 64

  init(_ reader: LedgerReader) throws {
    repeats = try RepeatRows(in: reader.database)
    traits = try KnownTraits(in: reader.database)
    loaded = try LoadedHours(in: reader.database)
    settings = try reader.settings()
  }

  mutating func begin(onlyUnusual: Bool) {
    repeats.begin()
    self.onlyUnusual = onlyUnusual
  }

  mutating func add(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>,
    _ body: (Span<PassedDelivery>) throws -> Void
  ) throws {
    if device != self.device {
      endDevice()
      if count >= Self.together { try hand(to: body) }
      self.device = device
      usual.removeAll(keepingCapacity: true)
    }
    if onlyUnusual, start == count {
      if DeliveryRow.isUsual(cells, device) { return usual.append((app, InlineArray { cells[$0] })) }
      for row in usual { try append(message, device, row.app, row.cells.span) }
    }
    try append(message, device, app, cells)
  }

  private mutating func append(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>
  ) throws {
    if count == deliveries.count { deliveries.append(PassedDelivery()) }
    deliveries[count].app = app
    deliveries[count].device = device
    deliveries[count].traits = try traits.of(DeliveryRow.context(of: cells), app: app, message: message)
    deliveries[count].startsDevice = count == start
    deliveries[count].state.removeEvents()
    DeliveryRow.read(cells, into: &deliveries[count].state)
    let moment = deliveries[count].state.cohortTime ?? deliveries[count].state.base
    deliveries[count].isCounted = !loaded.contains(RollupKey.hour(of: moment))
    if DeliveryRow.hasBesides(cells), !device.isEmpty {
      var events: [RepeatedEvent] = []
      try repeats.read(of: message, device, app) { events.append($0) }
      for event in events { _ = deliveries[count].state.insertRepeat(event) }
    }
    count += 1
  }

  mutating func end(_ body: (Span<PassedDelivery>) throws -> Void) throws {
    endDevice()
    try hand(to: body)
  }

  private mutating func hand(to body: (Span<PassedDelivery>) throws -> Void) throws {
    defer {
      count = 0
      start = 0
      device = nil
    }
    try body(deliveries.span.extracting(first: count))
  }

  /// Counts the deliveries to one device, now that it is known who answered.
  private mutating func endDevice() {
    // It is asked of deliveries that were sent, so the answer is another's.
    let isAnsweredElsewhere = deliveries[start..<count].contains(where: \.isUnsentAnswer)
    for place in start..<count {
      deliveries[place].counts = sets.of(
        deliveries[place].state.facts(
          deliveries[place].traits, settings, isAnsweredElsewhere: isAnsweredElsewhere))
    }
    start = count
  }
}

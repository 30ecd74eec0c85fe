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
  mutating func read(_ message: Int64, _ body: (Span<PassedDelivery>) throws -> Void) throws {
    try Self.read(message, &rows, &group, body)
  }

  private static func read(
    _ message: Int64, _ rows: inout DeliveryRows, _ group: inout DeviceGroup,
    _ body: (Span<PassedDelivery>) throws -> Void
  ) throws {
    group.begin()
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
  private var deliveries: [PassedDelivery] = []
  /// The place of the first to the last device.
  private var start = 0
  /// The last device.
  private var device: StoredDevice?
  /// About so many are handed on together: enough that calls cost little, and few enough to stay in the processor's
  /// cache.
  private static let together = 64

  init(_ reader: LedgerReader) throws {
    repeats = try RepeatRows(in: reader.database)
    traits = try KnownTraits(in: reader.database)
    loaded = try LoadedHours(in: reader.database)
    settings = try reader.settings()
  }

  mutating func begin() { repeats.begin() }

  mutating func add(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>,
    _ body: (Span<PassedDelivery>) throws -> Void
  ) throws {
    if device != self.device {
      endDevice()
      if deliveries.count >= Self.together { try hand(to: body) }
      self.device = device
    }
    deliveries.append(try delivery(message, device, app, cells))
  }

  mutating func end(_ body: (Span<PassedDelivery>) throws -> Void) throws {
    endDevice()
    try hand(to: body)
  }

  private mutating func hand(to body: (Span<PassedDelivery>) throws -> Void) throws {
    defer {
      deliveries.removeAll(keepingCapacity: true)
      start = 0
      device = nil
    }
    try body(deliveries.span)
  }

  /// Counts the deliveries to one device, now that it is known who answered.
  private mutating func endDevice() {
    // It is asked of deliveries that were sent, so the answer is another's.
    let isAnsweredElsewhere = deliveries[start...].contains(where: \.isUnsentAnswer)
    for place in start..<deliveries.count {
      deliveries[place].counts = deliveries[place].state.counts(
        deliveries[place].traits, settings, isAnsweredElsewhere: isAnsweredElsewhere)
    }
    start = deliveries.count
  }

  private mutating func delivery(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>
  ) throws -> PassedDelivery {
    var state = DeliveryRow.state(of: cells)
    if DeliveryRow.hasBesides(cells), !device.isEmpty {
      try repeats.read(of: message, device, app) { _ = state.insertRepeat($0) }
    }
    let moment = state.cohortTime ?? state.base
    return PassedDelivery(
      app: app, device: device, state: state,
      traits: try traits.of(state.context, app: app, message: message),
      isCounted: !loaded.contains(RollupKey.hour(of: moment)),
      startsDevice: deliveries.count == start)
  }
}

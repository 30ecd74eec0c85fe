import ReceiptModel
import SQLite

/// Reads the deliveries of one message after another.
struct PassReader {
  private var rows: DeliveryRows
  private var group: DeviceGroup

  /// - Parameter job: the only one whose deliveries are wanted, empty for those without one; `nil` for all.
  init(_ reader: LedgerReader, ofJob job: String? = nil) throws {
    rows = try DeliveryRows(in: reader.database)
    group = try DeviceGroup(reader, ofJob: job)
  }

  /// Goes to the first delivery of a message.
  ///
  /// - Parameter onlyUnusual: as of `OtherMessages`.
  mutating func begin(_ message: Int64, onlyUnusual: Bool = false) throws {
    try rows.begin(message)
    group.begin(message, onlyUnusual: onlyUnusual)
  }

  /// Adds the next deliveries of the message to a chunk until it is full; those to one device stay together.
  ///
  /// - Returns: whether there are no more of them.
  mutating func fill(_ chunk: inout PassChunk) throws -> Bool { try Self.fill(&chunk, &rows, &group) }

  private static func fill(
    _ chunk: inout PassChunk, _ rows: inout DeliveryRows, _ group: inout DeviceGroup
  ) throws -> Bool {
    group.begin(in: chunk)
    let isAtEnd = try rows.take { device, app, cells in try group.take(device, app, cells, into: &chunk) }
    if isAtEnd { try group.endDevice(in: &chunk) }
    return isAtEnd
  }

  /// Calls `body` with the deliveries of a message, those to some devices at a time.
  mutating func read(_ message: Int64, _ body: (Span<PassedDelivery>) throws -> Void) throws {
    try begin(message)
    var chunk = PassChunk()
    while true {
      chunk.removeAll()
      let isAtEnd = try fill(&chunk)
      try body(chunk.deliveries.span.extracting(first: chunk.count))
      if isAtEnd { return }
    }
  }
}

/// The deliveries of a message to one device, on their way into a chunk.
private struct DeviceGroup {
  private var repeats: RepeatRows
  private let loaded: LoadedHours
  private var traits: KnownTraits
  private let settings: LedgerSettings
  private var filter: JobFilter?
  private var sets = KnownCounts()
  private var message: Int64 = 0
  /// The device that the last delivery went to.
  private var device: StoredDevice?
  /// The place of its first delivery in the chunk.
  private var start = 0
  private var onlyUnusual = false
  /// Where only what is unusual is wanted, what went to the device before anything unusual did.
  private var usual: [(app: Int64, cells: InlineArray<17, Int64>)] = []

  init(_ reader: LedgerReader, ofJob job: String?) throws {
    repeats = try RepeatRows(in: reader.database)
    traits = try KnownTraits(in: reader.database)
    loaded = try LoadedHours(in: reader.database)
    settings = try reader.settings()
    filter = try job.map { try JobFilter($0, in: reader.database) }
  }

  mutating func begin(_ message: Int64, onlyUnusual: Bool) {
    repeats.begin()
    self.message = message
    self.onlyUnusual = onlyUnusual
    device = nil
    usual.removeAll(keepingCapacity: true)
  }

  /// Begins a chunk, in which the next device's deliveries are the next ones.
  mutating func begin(in chunk: PassChunk) { start = chunk.count }

  /// - Returns: whether it has taken the row; otherwise it is to come again, for the next chunk.
  mutating func take(
    _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>, into chunk: inout PassChunk
  ) throws -> Bool {
    if device != self.device {
      try endDevice(in: &chunk)
      if chunk.isFull { return false }
      self.device = device
      usual.removeAll(keepingCapacity: true)
    }
    if onlyUnusual, start == chunk.count {
      if DeliveryRow.isUsual(cells, device) {
        usual.append((app, InlineArray { cells[$0] }))
        return true
      }
      for row in usual { try append(device, row.app, row.cells.span, to: &chunk) }
    }
    try append(device, app, cells, to: &chunk)
    return true
  }

  private mutating func append(
    _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>, to chunk: inout PassChunk
  ) throws {
    let startsDevice = chunk.count == start
    let traits = try traits.of(DeliveryRow.context(of: cells), app: app, message: message)
    try chunk.append { delivery in
      delivery.facts.app = app
      delivery.device = device
      delivery.traits = traits
      delivery.startsDevice = startsDevice
      delivery.state.removeEvents()
      DeliveryRow.read(cells, into: &delivery.state)
      let moment = delivery.state.cohortTime ?? delivery.state.base
      delivery.facts.isCounted = !loaded.contains(RollupKey.hour(of: moment))
      if DeliveryRow.hasBesides(cells), !device.isEmpty {
        var events: [RepeatedEvent] = []
        try repeats.read(of: message, device, app) { events.append($0) }
        for event in events { _ = delivery.state.insertRepeat(event) }
      }
    }
  }

  /// Counts the deliveries to the device, now that it is known who answered.
  mutating func endDevice(in chunk: inout PassChunk) throws {
    // It is asked of deliveries that were sent, so the answer is another's.
    let isAnsweredElsewhere = chunk.deliveries[start..<chunk.count].contains(where: \.state.isUnsentAnswer)
    chunk.update(from: start) { delivery in
      let counts = sets.of(
        delivery.state.facts(delivery.traits, settings, isAnsweredElsewhere: isAnsweredElsewhere))
      delivery.facts.fill(
        from: delivery.state, delivery.traits, hasDevice: !delivery.device.isEmpty, counts: counts)
    }
    if filter != nil { try keepOwn(in: &chunk) }
    start = chunk.count
  }

  /// Leaves out what is of other jobs.
  private mutating func keepOwn(in chunk: inout PassChunk) throws {
    try chunk.keep(from: start) { try filter?.isOwn($0.state.context) ?? true }
    var isFirst = true
    chunk.update(from: start) { delivery in
      delivery.startsDevice = isFirst
      isFirst = false
    }
  }
}

import ReceiptModel
import SQLite

/// Reads the deliveries of one message after another.
final class PassReader {
  private let rows: DeliveryRows
  private let repeats: RepeatRows
  private let contexts: Statement
  private let expectations: Statement
  private let hasExpectations: Bool
  private let loaded: LoadedHours
  private var traits = ReferenceMemo<ContextTraits>()
  private let settings: LedgerSettings
  /// Those of the message that were read and not yet handed on.
  private var deliveries: [PassedDelivery] = []
  /// The place of the first to the last device.
  private var start = 0
  /// The last device.
  private var device: StoredDevice?
  /// About so many are handed on together: enough that calls cost little, and few enough to stay in the processor's
  /// cache.
  private static let together = 64
  /// Of the message that is read.
  private var expected: [(app: Int64, isExpected: Bool)] = []

  init(_ reader: LedgerReader) throws {
    let database = reader.database
    rows = try DeliveryRows(in: database)
    repeats = try RepeatRows(in: database)
    contexts = try database.prepare(
      """
      SELECT c.channel_ref, c.runs_extension, c.is_ack_eligible, c.arrival_is_evidence, h.is_measurable
      FROM context AS c JOIN channel AS h ON h.ref = c.channel_ref WHERE c.ref = ?1
      """)
    expectations = try database.prepare("SELECT app_ref, is_expected FROM expectation WHERE message_ref = ?1")
    hasExpectations = try database.integer("SELECT EXISTS (SELECT 1 FROM expectation)") == 1
    loaded = try LoadedHours(in: database)
    settings = try reader.settings()
  }

  /// Calls `body` with the deliveries of a message, those to some devices at a time.
  func read(_ message: Int64, _ body: (Span<PassedDelivery>) throws -> Void) throws {
    if hasExpectations { try readExpectations(of: message) }
    repeats.begin()
    try rows.forEach(of: message) { device, app, cells in
      if device != self.device {
        endDevice()
        if deliveries.count >= Self.together { try hand(to: body) }
        self.device = device
      }
      deliveries.append(try delivery(message, device, app, cells))
    }
    endDevice()
    try hand(to: body)
  }

  private func hand(to body: (Span<PassedDelivery>) throws -> Void) throws {
    defer {
      deliveries.removeAll(keepingCapacity: true)
      start = 0
      device = nil
    }
    let deliveries = deliveries
    try body(deliveries.span)
  }

  /// Counts the deliveries to one device, now that it is known who answered.
  private func endDevice() {
    // It is asked of deliveries that were sent, so the answer is another's.
    let isAnsweredElsewhere = deliveries[start...].contains(where: \.isUnsentAnswer)
    for place in start..<deliveries.count {
      deliveries[place].counts = deliveries[place].state.counts(
        deliveries[place].traits, settings, isAnsweredElsewhere: isAnsweredElsewhere)
    }
    start = deliveries.count
  }

  private func delivery(
    _ message: Int64, _ device: StoredDevice, _ app: Int64, _ cells: Span<Int64>
  ) throws -> PassedDelivery {
    var state = DeliveryRow.state(of: cells)
    if DeliveryRow.hasBesides(cells), !device.isEmpty {
      try repeats.read(of: message, device, app) { _ = state.insertRepeat($0) }
    }
    var traits = try traits(of: state.context)
    if hasExpectations, traits.runsExtension, let known = expected.first(where: { $0.app == app }) {
      traits.isAckEligible = known.isExpected
    }
    let moment = state.cohortTime ?? state.base
    return PassedDelivery(
      app: app, device: device, state: state, traits: traits,
      isCounted: !loaded.contains(RollupKey.hour(of: moment)),
      startsDevice: deliveries.count == start)
  }

  private func traits(of context: Int64) throws -> ContextTraits {
    if let known = traits[context] { return known }
    contexts.bind(context, at: 1)
    defer { contexts.reset() }
    guard try contexts.step() else { throw LedgerError.inconsistent("there is no context \(context)") }
    let found = ContextTraits(
      channel: contexts.integer(0), runsExtension: contexts.integer(1) != 0,
      isAckEligible: contexts.integer(2) != 0, arrivalIsEvidence: contexts.integer(3) != 0,
      isMeasurable: contexts.integer(4) != 0)
    traits.set(found, for: context)
    return found
  }

  private func readExpectations(of message: Int64) throws {
    expected.removeAll(keepingCapacity: true)
    expectations.bind(message, at: 1)
    defer { expectations.reset() }
    while try expectations.step() {
      expected.append((expectations.integer(0), expectations.integer(1) != 0))
    }
  }
}

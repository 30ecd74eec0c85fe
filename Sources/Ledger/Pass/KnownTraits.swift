import SQLite

/// What follows from deliveries' contexts and from what is expected of their messages; a context is looked up once.
struct KnownTraits {
  private let contexts: Statement
  private let expectations: Statement
  private let hasExpectations: Bool
  private var known = ReferenceMemo<ContextTraits>()
  /// The message of which `expected` tells.
  private var message: Int64?
  private var expected: [(app: Int64, isExpected: Bool)] = []

  init(in database: Database) throws {
    contexts = try database.prepare(
      """
      SELECT c.channel_ref, c.runs_extension, c.is_ack_eligible, c.arrival_is_evidence, h.is_measurable
      FROM context AS c JOIN channel AS h ON h.ref = c.channel_ref WHERE c.ref = ?1
      """)
    expectations = try database.prepare("SELECT app_ref, is_expected FROM expectation WHERE message_ref = ?1")
    hasExpectations = try database.integer("SELECT EXISTS (SELECT 1 FROM expectation)") == 1
  }

  /// The traits of a delivery; it is quick for those of a message one after another.
  mutating func of(_ context: Int64, app: Int64, message: Int64) throws -> ContextTraits {
    var traits = try of(context)
    guard hasExpectations, traits.runsExtension else { return traits }
    if self.message != message { try readExpectations(of: message) }
    if let known = expected.first(where: { $0.app == app }) { traits.isAckEligible = known.isExpected }
    return traits
  }

  private mutating func of(_ context: Int64) throws -> ContextTraits {
    if let known = known[context] { return known }
    contexts.bind(context, at: 1)
    defer { contexts.reset() }
    guard try contexts.step() else { throw LedgerError.inconsistent("there is no context \(context)") }
    let found = ContextTraits(
      channel: contexts.integer(0), runsExtension: contexts.integer(1) != 0,
      isAckEligible: contexts.integer(2) != 0, arrivalIsEvidence: contexts.integer(3) != 0,
      isMeasurable: contexts.integer(4) != 0)
    known.set(found, for: context)
    return found
  }

  private mutating func readExpectations(of message: Int64) throws {
    self.message = message
    expected.removeAll(keepingCapacity: true)
    expectations.bind(message, at: 1)
    defer { expectations.reset() }
    while try expectations.step() {
      expected.append((expectations.integer(0), expectations.integer(1) != 0))
    }
  }
}

import ReceiptModel
import SQLite

/// The ledger's dictionaries while batches are merged: what a delivery row's references mean; and what is written beside
/// the rows on the same connection.
struct Dictionaries {
  var apps: TextTable
  var messages: any MessageNumbering
  var rawTypes: TextTable
  private var sources: TextTable
  var rollups: RollupWriter
  /// By the raw value of `AttributeGroup`.
  private var groups: [AttributeGroupTable]

  private let settings: LedgerSettings
  private let channel: Statement
  private let addChannel: Statement
  private var versions: VersionTable
  private let contextTraits: Statement
  private let buildVersion: Statement
  private let anyExpectation: Statement
  private let expectations: Statement

  /// - Parameter messages: what numbers them instead of the table.
  init(in database: Database, settings: LedgerSettings, messages: (any MessageNumbering)? = nil) throws {
    apps = try TextTable("app", column: "app_key", in: database)
    self.messages =
      try messages ?? StoredMessages(TextTable("message", column: "message_id", in: database))
    // 0 stands for "no raw type" in the key of `repeat`.
    rawTypes = try TextTable("raw_type", column: "name", first: 1, in: database)
    // 0 stands for "nothing says which" in the key of `teller`.
    sources = try TextTable("source", column: "name", first: Attribution.unknown + 1, in: database)
    rollups = try RollupWriter(in: database)
    groups = try AttributeGroup.allCases.map { try AttributeGroupTable($0, in: database) }
    self.settings = settings
    channel = try database.prepare("SELECT ref FROM channel WHERE name = ?1")
    addChannel = try database.prepare(
      """
      INSERT INTO channel(ref, name, arrival_is_evidence, is_measurable)
      SELECT coalesce(max(ref) + 1, 0), ?1, ?2, ?3 FROM channel
      """)
    versions = try VersionTable(in: database)
    contextTraits = try database.prepare(
      """
      SELECT c.channel_ref, c.runs_extension, c.is_ack_eligible, c.arrival_is_evidence, h.is_measurable
      FROM context AS c JOIN channel AS h ON h.ref = c.channel_ref WHERE c.ref = ?1
      """)
    buildVersion = try database.prepare("SELECT version_ref FROM build WHERE ref = ?1")
    anyExpectation = try database.prepare("SELECT 1 FROM expectation LIMIT 1")
    expectations = try database.prepare("SELECT app_ref, is_expected FROM expectation WHERE message_ref = ?1")
  }

  /// The reference of a combination of values, adding it if it is new.
  mutating func intern(_ group: AttributeGroup, _ values: [String]) throws -> Int64 {
    let derived: [Int64] =
      switch group {
      case .context: try derivedTraits(platform: values[1], channel: values[2])
      case .build: [try internVersion(values[0], values[2])]
      case .network, .reason: []
      }
    return try groups[group.rawValue].intern(values, derived: derived)
  }

  /// The values of a combination, in the order of the group's attributes.
  func values(_ group: AttributeGroup, _ ref: Int64) throws -> [String] {
    try groups[group.rawValue].values(ref)
  }

  /// What follows from the context `ref`.
  func traits(context ref: Int64) throws -> ContextTraits {
    contextTraits.bind(ref, at: 1)
    defer { contextTraits.reset() }
    guard try contextTraits.step() else { throw LedgerError.inconsistent("there is no context \(ref)") }
    return ContextTraits(
      channel: contextTraits.integer(0), runsExtension: contextTraits.integer(1) != 0,
      isAckEligible: contextTraits.integer(2) != 0, arrivalIsEvidence: contextTraits.integer(3) != 0,
      isMeasurable: contextTraits.integer(4) != 0)
  }

  /// The version reference of the build `ref`.
  func version(build ref: Int64) throws -> Int64 {
    buildVersion.bind(ref, at: 1)
    guard let version = try Self.first(buildVersion) else {
      throw LedgerError.inconsistent("there is no build \(ref)")
    }
    return version
  }

  /// The reference of the source that the context `ref` names.
  mutating func source(context ref: Int64) throws -> Int64 {
    let name = try values(.context, ref)[0]
    return name.isEmpty ? Attribution.unknown : try sources.intern(name)
  }

  /// Whether there are messages of which receipts are expected, or not, whatever their channel.
  func hasExpectations() throws -> Bool { try Self.first(anyExpectation) != nil }

  /// The AppKeys under which a message is such a one, and whether receipts are expected.
  func expectations(of message: Int64) throws -> [(app: Int64, isExpected: Bool)] {
    expectations.bind(message, at: 1)
    defer { expectations.reset() }
    var found: [(app: Int64, isExpected: Bool)] = []
    while try expectations.step() {
      found.append((expectations.integer(0), expectations.integer(1) != 0))
    }
    return found
  }

  private func derivedTraits(platform: String, channel name: String) throws -> [Int64] {
    [try internChannel(name)] + settings.contextTraits(platform: platform, channel: name)
  }

  /// The reference of a channel, which is added if it is new.
  func internChannel(_ name: String) throws -> Int64 {
    channel.bind(name, at: 1)
    if let ref = try Self.first(channel) { return ref }
    addChannel.bind(name, at: 1)
    addChannel.bind(settings.arrivalIsEvidence(platform: "", channel: name) ? 1 : 0, at: 2)
    addChannel.bind(settings.isMeasurable(channel: name) ? 1 : 0, at: 3)
    try addChannel.run()
    guard let ref = try Self.first(channel) else {
      throw LedgerError.inconsistent("what was added to a dictionary is not there")
    }
    return ref
  }

  /// The reference of an app version on a system's version, which is added if it is new.
  mutating func internVersion(_ appVersion: String, _ osVersion: String) throws -> Int64 {
    try versions.intern(appVersion, osVersion)
  }

  private static func first(_ statement: Statement) throws -> Int64? {
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }
}

/// What follows from a delivery's context.
struct ContextTraits: Sendable {
  var channel: Int64 = 0
  /// Whether the device can run an extension.
  var runsExtension = false
  var isAckEligible = false
  var arrivalIsEvidence = false
  var isMeasurable = false
}

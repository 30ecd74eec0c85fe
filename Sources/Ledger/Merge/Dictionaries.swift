internal import ReceiptModel
internal import SQLite

/// The ledger's dictionaries while a run is merged: what a delivery row's references mean.
struct Dictionaries {
  var apps: TextTable
  var messages: TextTable
  var rawTypes: TextTable
  /// By the raw value of `AttributeGroup`.
  private var groups: [AttributeGroupTable]
  private(set) var contextTraits: [ContextTraits] = []
  /// The version reference of each build.
  private(set) var versions: [Int64] = []

  private let settings: LedgerSettings
  private let channel: Statement
  private let addChannel: Statement
  private let version: Statement
  private let addVersion: Statement

  init(in database: Database, settings: LedgerSettings) throws {
    apps = try TextTable("app", column: "app_key", in: database)
    messages = try TextTable("message", column: "message_id", in: database)
    // 0 stands for "no raw type" in the key of `repeat`.
    rawTypes = try TextTable("raw_type", column: "name", first: 1, in: database)
    groups = try AttributeGroup.allCases.map { try AttributeGroupTable($0, in: database) }
    self.settings = settings
    channel = try database.prepare("SELECT ref FROM channel WHERE name = ?1")
    addChannel = try database.prepare(
      """
      INSERT INTO channel(ref, name, arrival_is_evidence, is_measurable)
      SELECT coalesce(max(ref) + 1, 0), ?1, ?2, ?3 FROM channel
      """)
    version = try database.prepare("SELECT ref FROM version WHERE app_version = ?1 AND os_version = ?2")
    addVersion = try database.prepare(
      "INSERT INTO version(ref, app_version, os_version) SELECT coalesce(max(ref) + 1, 0), ?1, ?2 FROM version"
    )
    try loadTraits(database)
  }

  private mutating func loadTraits(_ database: Database) throws {
    let traits = try database.prepare(
      """
      SELECT c.channel_ref, c.is_ack_eligible, c.arrival_is_evidence, h.is_measurable
      FROM context AS c JOIN channel AS h ON h.ref = c.channel_ref ORDER BY c.ref
      """)
    while try traits.step() {
      contextTraits.append(
        ContextTraits(
          channel: traits.integer(0), isAckEligible: traits.integer(1) != 0,
          arrivalIsEvidence: traits.integer(2) != 0, isMeasurable: traits.integer(3) != 0))
    }
    let builds = try database.prepare("SELECT version_ref FROM build ORDER BY ref")
    while try builds.step() { versions.append(builds.integer(0)) }
  }

  /// The reference of a combination of values, adding it if it is new.
  mutating func intern(_ group: AttributeGroup, _ values: [String]) throws -> Int64 {
    if let ref = try groups[group.rawValue].find(values) { return ref }
    var derived: [Int64] = []
    switch group {
    case .context:
      let traits = try traits(platform: values[1], channel: values[2])
      contextTraits.append(traits)
      derived = [traits.channel, traits.isAckEligible ? 1 : 0, traits.arrivalIsEvidence ? 1 : 0]
    case .build:
      let version = try internVersion(values[0], values[2])
      versions.append(version)
      derived = [version]
    case .network, .reason: break
    }
    return try groups[group.rawValue].add(values, derived: derived)
  }

  /// One bit for each attribute of the group that has a value.
  func mask(_ group: AttributeGroup, _ ref: Int64) -> UInt8 { groups[group.rawValue].mask(ref) }

  func values(_ group: AttributeGroup, _ ref: Int64) throws -> [String] {
    try groups[group.rawValue].values(ref)
  }

  private func traits(platform: String, channel name: String) throws -> ContextTraits {
    let isMeasurable = settings.isMeasurable(channel: name)
    channel.bind(name, at: 1)
    if try Self.first(channel) == nil {
      addChannel.bind(name, at: 1)
      addChannel.bind(settings.arrivalIsEvidence(platform: "", channel: name) ? 1 : 0, at: 2)
      addChannel.bind(isMeasurable ? 1 : 0, at: 3)
      try addChannel.run()
    }
    return ContextTraits(
      channel: try Self.first(channel) ?? 0,
      isAckEligible: settings.isAckEligible(platform: platform, channel: name),
      arrivalIsEvidence: settings.arrivalIsEvidence(platform: platform, channel: name),
      isMeasurable: isMeasurable)
  }

  private func internVersion(_ appVersion: String, _ osVersion: String) throws -> Int64 {
    version.bind(appVersion, at: 1)
    version.bind(osVersion, at: 2)
    if let ref = try Self.first(version) { return ref }
    addVersion.bind(appVersion, at: 1)
    addVersion.bind(osVersion, at: 2)
    try addVersion.run()
    return try Self.first(version) ?? 0
  }

  private static func first(_ statement: Statement) throws -> Int64? {
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }
}

/// What follows from a delivery's context.
struct ContextTraits: Sendable {
  var channel: Int64
  var isAckEligible: Bool
  var arrivalIsEvidence: Bool
  var isMeasurable: Bool
}

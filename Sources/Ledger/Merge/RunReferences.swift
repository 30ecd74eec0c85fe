internal import ReceiptModel

/// A run's own numbers, translated once into the ledger's references.
struct RunReferences {
  var messages: [Int64] = []
  /// Whether the ledger saw the message for the first time in this run: then it holds no delivery of it.
  var isNewMessage: [Bool] = []
  var apps: [Int64] = []
  var contexts: [Int64] = []
  var builds: [Int64] = []
  var networks: [Int64] = []
  var reasons: [Int64] = []
  var rawTypes: [Int64] = []

  init(_ run: EventRun, in dictionaries: inout Dictionaries) throws {
    for entry in 0..<UInt32(run.messageIDs.count) {
      let (ref, isNew) = try dictionaries.messages.intern(run.messageIDs.text(entry))
      messages.append(ref)
      isNewMessage.append(isNew)
    }
    for entry in 0..<UInt32(run.appKeys.count) {
      apps.append(try dictionaries.apps.intern(run.appKeys.text(entry)).ref)
    }
    for entry in 0..<UInt32(run.rawTypes.count) {
      rawTypes.append(try dictionaries.rawTypes.intern(run.rawTypes.text(entry)).ref)
    }
    contexts = try Self.references(.context, run, &dictionaries)
    builds = try Self.references(.build, run, &dictionaries)
    networks = try Self.references(.network, run, &dictionaries)
    reasons = try Self.references(.reason, run, &dictionaries)
  }

  func attributes(of event: RunEvent) -> EventAttributes {
    EventAttributes(
      context: contexts[Int(event.context)], build: builds[Int(event.build)],
      network: networks[Int(event.network)],
      reason: event.kind.isFailure ? reasons[Int(event.detail)] : 0)
  }

  private static func references(_ group: AttributeGroup, _ run: EventRun, _ dictionaries: inout Dictionaries)
    throws
    -> [Int64]
  {
    let entries = run.groups[group.rawValue]
    return try (0..<UInt32(entries.count)).map { entry in
      // Each value is ended by a NUL byte, so the last part of the split is empty and goes.
      let values = entries.bytes(entry).split(separator: 0, omittingEmptySubsequences: false).dropLast()
      return try dictionaries.intern(group, values.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

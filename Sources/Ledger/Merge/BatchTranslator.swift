import ReceiptModel

/// A batch's own numbers, translated once into the ledger's references.
struct BatchReferences {
  var messages: [Int64] = []
  var apps: [UInt32] = []
  var contexts: [UInt32] = []
  var builds: [UInt32] = []
  var networks: [UInt32] = []
  var reasons: [UInt32] = []
  var rawTypes: [UInt32] = []

  /// The reference of the reason for failures, of the raw type for `other`, else 0.
  @inline(__always)
  func detail(of event: BatchEvent) -> UInt32 {
    let kind = event.kind
    if kind == .other { return rawTypes[Int(event.detail)] }
    return kind.isFailure ? reasons[Int(event.detail)] : 0
  }
}

/// Translates the batches of an import one after another.
struct BatchTranslator {
  private let dictionaries: SharedDictionaries
  private var apps = Self.cache()
  private var rawTypes = Self.cache()
  /// By the raw value of `AttributeGroup`.
  private var groups = AttributeGroup.allCases.map { _ in Self.cache() }

  /// Bytes of what earlier batches have looked up, more than a hundred thousand entries.
  ///
  /// Of all dictionaries together, since it is one of them that is large. What does not fit is looked up anew for every
  /// batch.
  private static let limit = 10 << 20

  private static func cache() -> ReferenceCache { ReferenceCache(limit: limit) }

  init(_ dictionaries: SharedDictionaries) { self.dictionaries = dictionaries }

  /// The references of everything in a batch's dictionaries; adds what the ledger does not have yet.
  mutating func references(of batch: EventBatch) throws -> BatchReferences {
    let known = groups.reduce(apps.byteCount + rawTypes.byteCount) { $0 + $1.byteCount }
    if known >= Self.limit { self = BatchTranslator(dictionaries) }
    return try dictionaries.withLock { dictionaries in
      var result = BatchReferences()
      result.messages.reserveCapacity(batch.messageIDs.count)
      try batch.messageIDs.forEach {
        result.messages.append(try dictionaries.messages.reference(of: $0, $1))
      }
      result.apps = try apps.references(of: batch.appKeys) {
        try dictionaries.apps.intern(String(decoding: $0, as: UTF8.self))
      }.map(UInt32.init)
      result.rawTypes = try rawTypes.references(of: batch.rawTypes) {
        try dictionaries.rawTypes.intern(String(decoding: $0, as: UTF8.self))
      }.map(UInt32.init)
      result.contexts = try references(.context, batch, &dictionaries)
      result.builds = try references(.build, batch, &dictionaries)
      result.networks = try references(.network, batch, &dictionaries)
      result.reasons = try references(.reason, batch, &dictionaries)
      return result
    }
  }

  private mutating func references(
    _ group: AttributeGroup, _ batch: EventBatch, _ dictionaries: inout Dictionaries
  )
    throws -> [UInt32]
  {
    try groups[group.rawValue].references(of: batch.groups[group.rawValue]) { bytes in
      // Each value is ended by a NUL byte, so the last part of the split is empty and goes.
      let values = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      return try dictionaries.intern(group, values.map { String(decoding: $0, as: UTF8.self) })
    }.map(UInt32.init)
  }
}

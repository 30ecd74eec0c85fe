/// What a report made public: the numbers of its days, and what they rest on.
package struct Publication: Sendable {
  /// Reports are compared with earlier ones of the same zone and AppKeys.
  package struct Scope: Equatable, Sendable {
    /// The name of the time zone.
    package var zone: String
    /// In order, each once; empty for all.
    package var appKeys: [String]

    package init(zone: String, appKeys: [String]) {
      self.zone = zone
      // Ids are bytes: a Set of texts would take two spellings of an accented letter for one.
      let ordered = appKeys.sorted { $0.precedesInBytes($1) }
      self.appKeys = ordered.enumerated().filter { place, key in
        place == 0 || !key.hasSameBytes(as: ordered[place - 1])
      }.map(\.element)
    }
  }

  package var scope: Scope
  /// "Now" of the report, milliseconds UTC.
  package var asOf: Int64
  /// How long receipts may be on their way, milliseconds.
  package var settle: Int64
  package var toolVersion: String
  /// Digest of everything the report took from the ledger.
  package var data: String
  /// The settings that deliveries were judged by, a line each.
  package var settings: String
  /// Digest of what rates and counts meant.
  package var definitions: String
  /// Whole days without overlap, each with its counters.
  package var days: [(span: DaySpan, counts: Counts)]

  package init(
    scope: Scope, asOf: Int64, settle: Int64, toolVersion: String, data: String, settings: String,
    definitions: String,
    days: [(span: DaySpan, counts: Counts)]
  ) {
    self.scope = scope
    self.asOf = asOf
    self.settle = settle
    self.toolVersion = toolVersion
    self.data = data
    self.settings = settings
    self.definitions = definitions
    self.days = days
  }
}

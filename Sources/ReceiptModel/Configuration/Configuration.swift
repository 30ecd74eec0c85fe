package import Prose

/// What can be set, with what holds unless it is.
package struct Configuration: Equatable, Sendable {
  /// The ledger.
  package var databasePath = "pushledger.db"
  /// The AppKeys that exist, or empty when nobody said: then every key that was seen sending counts.
  package var appKeys: [KnownAppKey] = []
  /// Event types beyond the built-in ones, by their raw name in lower case.
  package var eventTypes: [String: EventKind] = [:]
  /// The report's time zone: an IANA name, `UTC` or an offset.
  package var timeZone = "UTC"
  /// Of reports, findings and explanations; never that of the environment, so that the same input gives the same bytes.
  package var language = LanguageTag.english
  /// A gettext file whose words stand before those of the language.
  package var languageFile: String?
  /// How local times without a zone in a log are read; an offset or a name.
  package var assumeTimeZone = "+08:00"
  /// How long after its send a delivery is judged: the system's 30 s and the log's own delay.
  package var settleMilliseconds: Int64 = 15 * 60_000
  /// The system's limit for the extension.
  package var ackTimeoutMilliseconds: Int64 = 30_000
  /// The SDK's own budget: three tries of 5 s and two pauses of 1 s.
  package var ackBudgetMilliseconds: Int64 = 17_000
  /// How long after a push an open of the app may have come of it, for the estimate of influenced opens.
  package var openWindowMilliseconds: Int64 = 24 * 3_600_000
  /// The share of a file's lines, from 0 to 1, that may be refused before the file counts as unusable.
  package var maxRejects = 0.01
  /// Whether imports keep the networks of the devices' addresses; the addresses are never kept.
  package var clientNetworks = false
  /// How many workers an import reads with, or `nil` for one on each core.
  package var jobs: Int?
  /// Bytes that an import may take.
  package var memoryBytes = 256 << 20
  /// What receipts of each channel are worth.
  package var channels = ChannelTable()
  /// A folder whose queries stand before the built-in ones of the same name.
  package var queriesFolder: String?
  /// A folder whose reports stand before the built-in ones of the same name.
  package var reportsFolder: String?
  /// A folder whose mappings of sources stand before the built-in ones of the same name.
  package var mappingsFolder: String?
  /// A table of failure reasons that stands before the built-in one.
  package var failureReasonsFile: String?
  /// A file with the key by which imports turn device ids and tokens into pseudonyms; `nil` when they keep them.
  package var pseudonymKeyFile: String?
  /// How many days `prune` keeps, or `nil` for all.
  package var retentionDays: Int?
  /// With fewer sends than this a rate is shown but not judged.
  package var minimumSends = 100
  /// What the file sets of the diagnosis's limits, by their names; the others are as built in.
  package var limits: [String: LimitValue] = [:]
  /// What `run` reads and writes.
  package var run = RunSettings()
  /// How `rollup` starts Spark.
  package var spark = SparkSettings()

  /// With less an import would be busy with its transactions.
  package static let leastMemoryBytes = 64 << 20
  package static let mostJobs = 64

  package init() {}
}

/// An AppKey that exists.
package struct KnownAppKey: Equatable, Sendable {
  package var key: String
  /// What people call the app.
  package var name: String?
  /// `iOS`, `Android`, or whatever the log calls it.
  package var platform: String?

  package init(key: String, name: String? = nil, platform: String? = nil) {
    self.key = key
    self.name = name
    self.platform = platform
  }
}

package import ConfigurationReading
package import LogReading

/// How logs are to be imported; what is `nil` is left to the configuration.
package struct ImportRequest: Sendable {
  /// The name of a mapping, or the path of one; `nil` for what the content of a log says.
  package var source: String?
  /// The AppKey of records that name none.
  package var appKey: String?
  package var keepsVendorIDs = false
  package var keepsClientNetworks = false
  package var format = FormatChoice.auto
  /// Of a CSV without header, between commas.
  package var columns: String?
  /// A fixed offset for times that name no zone.
  package var assumeTimeZone: String?
  /// Whether a last CSV line without a line end counts.
  package var isFinal = false
  /// The field that holds the receipt as a JSON text.
  package var unwrap: String?
  /// Whether every file is read from its start, whatever the ledger says about it.
  package var rescans = false
  /// Whether the first content of a ledger is merged bit by bit, too.
  package var mergesFirst = false
  /// A file that refused lines are added to.
  package var keepRejected: String?
  /// The file of the key of pseudonyms.
  package var pseudonymKey: String?
  package var jobs: ImportJobs?
  package var memory: ImportMemory?

  package init() {}
}

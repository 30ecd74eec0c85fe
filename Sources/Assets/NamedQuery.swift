/// A stored query: a question that is answered by one file of `queries/`, which is compiled into the program.
///
/// The raw value is the name that people type, and the file's name without `.sql`.
package enum NamedQuery: String, CaseIterable, Sendable {
  /// How long after the send acks come, in the steps of the extension's own clock.
  case ackLatencyHistogram = "ack-latency-histogram"
  /// Within what time half, most and nearly all acks come, by channel.
  case ackLatencyPercentiles = "ack-latency-percentiles"
  /// Pushes without an ack within the system's limit, and what is known of them.
  case ackTimeouts = "ack-timeouts"
  /// Pushes that were answered before they were sent, by build and network.
  case answeredBeforeSent = "answered-before-sent"
  /// Pushes that were answered under another AppKey than the one that sent them.
  case appKeyMismatches = "app-key-mismatches"
  /// Which attachments extensions could not load or show.
  case attachmentFailures = "attachment-failures"
  /// Receipts that other logs tell under names of their own, and why they were joined or not.
  case bridges
  /// Acks, opens and lost receipts by app version and OS version.
  case byAppVersionAndOSVersion = "by-app-version-and-os-version"
  /// Acks by the network of the devices' addresses.
  case clientNetworks = "client-networks"
  /// Counts of others beside the ledger's own.
  case controlTotals = "control-totals"
  /// The newest event of each AppKey and kind.
  case dataFreshness = "data-freshness"
  /// The deliveries of a window, an AppKey, a build, a network, a message or a reason.
  case deliveriesOf = "deliveries-of"
  /// Shares taken by the gateways, acked and confirmed.
  case deliveryRateByDayAndChannel = "delivery-rate-by-day-and-channel"
  /// How long extensions run and how their runs end, by their own log.
  case extensionRuns = "extension-runs"
  /// Why sends and arrivals fail.
  case failureReasons = "failure-reasons"
  /// Acks that an endpoint of one's own counted.
  case homeMadeAcks = "home-made-acks"
  /// The files that were imported, and how late their events came.
  case importedFiles = "imported-files"
  /// Events of each kind in each hour.
  case hourlyVolume = "hourly-volume"
  /// Opens of the app soon after a push that nobody tapped: an estimate.
  case influencedOpens = "influenced-opens"
  /// The messages that were opened most.
  case messagesRanked = "messages-ranked"
  /// The share of pushes that was opened, by day.
  case openRate = "open-rate"
  /// Pushes that surely arrived and whose ack is missing, by app version.
  case openedButNeverAcked = "opened-but-never-acked"
  /// Messages whose payloads cannot be acked or are refused, and why.
  case payloadLint = "payload-lint"
  /// Why lines were refused, and in how many files.
  case refusedLines = "refused-lines"
  /// The sources that were imported, and how much of each.
  case sources
  /// Receipts that have no send in the ledger.
  case unmatchedReceipts = "unmatched-receipts"
  /// What each log tells, and what only one of them does.
  case whoToldWhat = "who-told-what"

  /// The file: comments that explain it, and one SELECT.
  package var text: String { AssetFiles.text(of: "queries/\(rawValue).sql") }
}

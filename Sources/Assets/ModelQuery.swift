/// A view of the model: what counts, in the SQL that SQLite, Spark and DuckDB share; a file of `queries/model`.
///
/// The cases stand in the order in which the views have to be made, each on those before it. What they read, and what
/// they promise, says `queries/model/README.md`. The raw value is the file's name without `.sql`.
package enum ModelQuery: String, CaseIterable, Sendable {
  /// Every event of a device, beside what happened to its delivery before it.
  case orderedEvent = "10-ordered-event"
  /// Deliveries: first times, attributes, latencies.
  case delivery = "20-delivery"
  /// A delivery with everything that is judged about it.
  case fact = "30-fact"
  /// A delivery with what its message's acks say of it besides.
  case judgedFact = "31-judged-fact"
  /// What each delivery of the scope adds to every sum.
  case cohort = "40-cohort"
  /// The counters by hour, AppKey and channel.
  case channelHour = "50-channel-hour"
  /// The counters by hour, AppKey, app version and OS version.
  case versionHour = "51-version-hour"
  /// Acked deliveries by hour, AppKey, channel and bucket of latency.
  case latencyHour = "52-latency-hour"
  /// Failed deliveries by hour, AppKey, channel, kind and reason.
  case failureHour = "53-failure-hour"
  /// All events by hour, AppKey and kind, in the scope or not.
  case eventCell = "60-event-cell"
  /// Events by hour, AppKey and kind.
  case eventHour = "61-event-hour"
  /// AppKeys that are neither configured nor seen sending.
  case unknownApp = "70-unknown-app"
  /// The flags on deliveries.
  case flag = "71-flag"
  /// Flagged deliveries by hour, AppKey, flag and detail.
  case flagHour = "72-flag-hour"
  /// Some deliveries of each flag.
  case flagSample = "73-flag-sample"
  /// What was read and what came of it, in one row.
  case manifest = "80-manifest"

  /// The name of the view: `channel_hour`.
  package var view: String {
    String(rawValue.drop { $0 != "-" }.dropFirst().map { $0 == "-" ? "_" : $0 })
  }

  /// The file with the counters in it: comments that explain it, and one `CREATE TEMPORARY VIEW`.
  package var text: String { SQLPlaces().fill(AssetFiles.text(of: "queries/model/\(rawValue).sql")) }
}

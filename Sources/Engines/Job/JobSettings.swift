import Digest
import LogReading
package import ReceiptModel

/// What an engine gets beside the log: the rules by which it reads lines, and what counts.
package struct JobSettings: Equatable, Sendable {
  /// The hours that are counted, in milliseconds UTC: whole days of the report's time zone.
  package var scope: Range<Int64>
  /// Deliveries sent up to here are settled: all of them, as in the sums that a ledger stores.
  package var settledUntil = Int64.max
  /// Milliseconds.
  package var ackTimeout: Int64
  /// Milliseconds.
  package var ackBudget: Int64
  /// Deliveries to be named of each flag, AppKey and detail.
  package var sampleLimit = 1000
  package var channels: ChannelTable
  /// In the order of their bytes.
  package let appKeys: [String]
  /// Raw event types in lower case, and what they mean.
  package var eventTypes: [String: EventKind]
  /// The zone of times that name none, in minutes east of UTC.
  package var assumedOffsetMinutes: Int

  /// - Parameter scope: from the start of an hour to the start of an hour.
  package init(configuration: Configuration, scope: Range<Int64>, assumedOffsetMinutes: Int = 480) {
    precondition(
      scope.lowerBound % 3_600_000 == 0 && scope.upperBound % 3_600_000 == 0, "a scope that is not of hours")
    self.scope = scope
    self.assumedOffsetMinutes = assumedOffsetMinutes
    ackTimeout = configuration.ackTimeoutMilliseconds
    ackBudget = configuration.ackBudgetMilliseconds
    channels = configuration.channels
    appKeys = Self.sorted(configuration.appKeys.map(\.key))
    eventTypes = ReadOptions.defaultAliases.merging(configuration.eventTypes) { _, configured in configured }
  }

  /// SHA-256 of the channels and AppKeys, by which whoever reads the sums sees that they were judged by the same ones.
  package var digest: String {
    let told = channels.entries.filter { $1 != .unnamed }
    let channels = told.map { name, traits in
      let parts = [traits.arrivalIsDeviceEvidence, traits.measurable, traits.extensionReceipts]
      return "channel\t\(name)\(parts.map { $0 ? "\t1" : "\t0" }.joined())\n"
    }
    let text = Self.sorted(channels + appKeys.map { "app\t\($0)\n" }).joined()
    return SHA256.hex(Array(text.utf8).span)
  }

  /// Each text once, compared by its bytes: Swift takes two spellings of one letter for the same, but in a ledger they
  /// are two AppKeys.
  private static func sorted(_ texts: [String]) -> [String] {
    Set(texts.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

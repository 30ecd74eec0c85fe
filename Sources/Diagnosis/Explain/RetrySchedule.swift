/// How the extension reports: Alibaba's SDK tries three times, waits up to 5 s for each answer and 1 s before the next
/// try, 17 s in all; the system ends the extension after 30 s.
package struct RetrySchedule: Equatable, Sendable {
  package var tries = 3
  /// Between the end of a try and the next one, milliseconds.
  ///
  /// The one wait that is certain: a try can fail at once, where there is no network.
  package var pause: Int64 = 1_000
  /// All tries and pauses, if each try takes as long as it may, milliseconds.
  package var budget: Int64 = 17_000
  /// When the system ends the extension, milliseconds.
  package var systemLimit: Int64 = 30_000
  /// How far apart two acks are that must be of two tries of one start, milliseconds: the flag `ack_retried`.
  ///
  /// Closer ones may be one request that was written twice, wider ones two starts.
  package var retryGap: ClosedRange<Int64> = 4_000...18_000

  package init() {}
}

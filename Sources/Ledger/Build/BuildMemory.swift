/// What a build may use of the machine.
package struct BuildMemory: Equatable, Sendable {
  /// Bytes of sorted batches to keep in memory; the rest goes into a temporary file.
  package var sortedBytes: Int
  /// Bytes to keep: half of them of the pages collected beside the ledger, a quarter of the messages that came last.
  package var cacheBytes: Int
  /// Bytes of sums that each thread may gather before it writes them.
  package var sumBytes: Int
  /// Threads that merge at the end.
  package var workers: Int

  package init(
    sortedBytes: Int = 128 << 20, cacheBytes: Int = 32 << 20, sumBytes: Int = 16 << 20, workers: Int = 1
  ) {
    self.sortedBytes = sortedBytes
    self.cacheBytes = cacheBytes
    self.sumBytes = sumBytes
    self.workers = workers
  }

  /// The bytes that each of so many cursors may hold of each part of its spilled batch, at least a page's worth.
  func windowSize(batches: Int) -> Int { min(1 << 18, max(1 << 12, sortedBytes / 16 / max(1, batches))) }
}

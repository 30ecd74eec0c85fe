import ReceiptModel

/// How the memory of an import is divided: everything that grows has its share, so the sum is bounded for any log.
///
///     program and libraries     16 MiB
///     of what is left           1/2   sorted batches that are kept until the end of a first import
///                               1/8   pages of the store; of a first import also the names of messages
///                               3/16  events of the batches that workers fill, and what sorting them takes
///                               1/16  texts of those batches
///                               1/8   blocks of files, rows on their way into the store
///
/// The end of a first import gathers its sums where its batches were filled before.
package struct MemoryPlan: Sendable, Equatable {
  /// Workers that read at the same time, as many as were asked for or as there is memory for.
  package var jobs: Int
  /// Events that a batch holds.
  package var batchCapacity: Int
  /// Bytes of text that a batch holds beside them.
  package var textCapacity: Int
  /// Batches of each worker: one is filled while the other is on its way into the ledger.
  package var batchesPerWorker = 2
  /// Bytes that are asked of a file at a time.
  package var blockSize: Int
  /// Bytes of sorted batches that may be kept in memory.
  package var sortedRunBytes: Int
  /// Bytes of pages of the store that are kept in memory.
  package var cacheBytes: Int
  /// Bytes of sums that each thread may gather at the end of a first import.
  package var sumBytes: Int

  private static let programBytes = 16 << 20
  /// With less a batch would be too short to be worth a transaction.
  private static let leastBytesOfWorker = 12 << 20
  /// A batch's messages are numbered with so many bits while it is sorted.
  private static let mostEvents = 1 << 20
  private static let mostBlockSize = 256 << 10

  /// - Parameters:
  ///   - bytes: all that the program may take, at least `Configuration.leastMemoryBytes`.
  ///   - jobs: workers that are wanted, at least 1.
  package init(bytes: Int, jobs: Int) {
    let share = max(bytes, Configuration.leastMemoryBytes) - Self.programBytes
    self.jobs = min(max(1, jobs), share / Self.leastBytesOfWorker)
    sortedRunBytes = share / 2
    cacheBytes = share / 8
    sumBytes = share / 16 / self.jobs
    let event = batchesPerWorker * MemoryLayout<BatchEvent>.stride + BatchSorter.bytesPerEvent
    batchCapacity = min(share / 16 * 3 / self.jobs / event, Self.mostEvents)
    textCapacity = share / 16 / self.jobs / batchesPerWorker
    blockSize = min(share / 64 / self.jobs, Self.mostBlockSize)
  }
}

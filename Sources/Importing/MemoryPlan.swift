import ReceiptModel

/// How the memory of an import is divided: everything that grows has its share, so the sum is bounded for any log.
///
///     program and libraries     16 MiB
///     of what is left           1/2   sorted runs that are kept until the end of a first import
///                               1/8   pages of the store
///                               3/16  events of the runs that workers fill, and what sorting them takes
///                               1/16  texts of those runs
///                               1/8   blocks of files, rows on their way into the store
///
/// The end of a first import gathers its sums where its runs were filled before.
package struct MemoryPlan: Sendable, Equatable {
  /// Workers that read at the same time, as many as were asked for or as there is memory for.
  package var jobs: Int
  /// Events that a run holds.
  package var runCapacity: Int
  /// Bytes of text that a run holds beside them.
  package var textCapacity: Int
  /// Runs of each worker: one is filled while the other is on its way into the ledger.
  package var runsPerWorker = 2
  /// Bytes that are asked of a file at a time.
  package var blockSize: Int
  /// Bytes of sorted runs that may be kept in memory.
  package var sortedRunBytes: Int
  /// Bytes of pages of the store that are kept in memory.
  package var cacheBytes: Int
  /// Bytes of sums that each thread may gather at the end of a first import.
  package var sumBytes: Int

  private static let programBytes = 16 << 20
  /// With less a run would be too short to be worth a transaction.
  private static let leastBytesOfWorker = 12 << 20
  /// A run's messages are numbered with so many bits while it is sorted.
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
    sumBytes = share / 8 / self.jobs
    let event = runsPerWorker * MemoryLayout<RunEvent>.stride + RunSorter.bytesPerEvent
    runCapacity = min(share / 16 * 3 / self.jobs / event, Self.mostEvents)
    textCapacity = share / 16 / self.jobs / runsPerWorker
    blockSize = min(share / 64 / self.jobs, Self.mostBlockSize)
  }
}

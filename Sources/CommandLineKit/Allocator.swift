import CMalloc

/// The memory of the process.
package enum Allocator {
  /// Gives pieces of a MiB and more back to the system as soon as they are freed, for as long as the process runs.
  ///
  /// By itself glibc keeps ever larger ones for later, among smaller ones that are still needed: what an import holds by
  /// its plan then takes half as much again, more in one run and less in another.
  package static func returnsLargePieces() { mallopt(M_MMAP_THRESHOLD, 1 << 20) }
}

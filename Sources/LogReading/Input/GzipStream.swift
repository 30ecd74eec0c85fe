/// Inflates one gzip member after another.
///
/// There are two, which read the same and judge the same; where they differ on damaged input, the tests say.
protocol GzipInflater: ~Copyable {
  /// - Throws: `io` when there is no memory for it.
  init() throws(InputError)

  /// Gets ready for the next member.
  mutating func restart()

  /// Inflates from `input` into `output` as far as either lasts.
  ///
  /// A step that filled its output may have more to give, without input too.
  /// - Throws: `gzipDamaged`.
  mutating func step(
    _ input: inout [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep
}

#if canImport(CIsal)
  typealias GzipStream = IsalStream
#else
  typealias GzipStream = ZlibStream
#endif

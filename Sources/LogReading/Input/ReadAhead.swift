/// The reading side of a decompressor that works on a thread of its own, some blocks ahead of the reader.
///
/// The first block is unpacked by the reader itself, so that a small file costs no thread; so is everything when there
/// can be none. Order, errors and accounts are those of calling the decompressor.
struct ReadAhead: ~Copyable {
  let blocks: BlockRing
  private let isPossible: Bool
  private var hasRead = false
  private var thread: JoinedThread?
  /// What is being read, once the thread has begun.
  private var block = UnpackedBlock()
  private var position = 0
  private var handedOver: SourceAccount

  /// - Parameters:
  ///   - isPossible: whether the input can be read ahead. A pipe cannot: a read that waits for its writer cannot be
  ///     called off when the reader stops.
  ///   - blockSize: bytes of a block; three of them go round.
  init(isPossible: Bool, blockSize: Int, decompressor: consuming sending Decompressor) {
    self.isPossible = isPossible
    handedOver = decompressor.account
    blocks = BlockRing(decompressor, blockSize: blockSize)
  }

  /// Whether there is a thread.
  var isReadingAhead: Bool { thread != nil }

  deinit { blocks.close() }

  /// What had been read when the bytes that were handed over were unpacked, which may be less than by now.
  var account: SourceAccount { handedOver }

  /// Bytes of the file itself, as they lie there.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try blocks.bytes(at: offset, count: count)
  }

  /// Puts some unpacked bytes into `range` of `buffer`.
  ///
  /// - Returns: how many; 0 only at the end.
  mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    if !isReadingAhead, hasRead, isPossible { start() }
    hasRead = true
    guard isReadingAhead else {
      defer { handedOver = blocks.account }
      return try blocks.unpack(into: &buffer, range)
    }
    if position == block.count, !block.isLast { takeNext() }
    if let error = block.error { throw error }
    let count = min(range.count, block.count - position)
    buffer.copy(block.bytes, position..<position + count, to: range.lowerBound)
    position += count
    return count
  }

  private mutating func start() {
    let blocks = blocks
    thread = JoinedThread { blocks.fill() }
    if isReadingAhead { takeNext() }
  }

  private mutating func takeNext() {
    blocks.exchange(&block)
    position = 0
    handedOver = block.account
  }
}

import Dispatch
import Synchronization

/// Some unpacked bytes of an input, or its end.
struct UnpackedBlock: Sendable {
  /// A buffer, of which `count` bytes are filled.
  var bytes: [UInt8] = []
  /// 0 only in the last block.
  var count = 0
  var isLast = false
  /// What had been read when the block was.
  var account = SourceAccount()
  /// What ended the input, in the last block.
  var error: InputError?
}

/// Blocks that go round between a thread that unpacks and one that reads.
///
/// There are as many as there are buffers, so memory is bounded: the thread that unpacks waits for a buffer, the reader
/// for a block.
final class BlockRing: Sendable {
  private struct State {
    var filled: [UnpackedBlock] = []
    var buffers: [[UInt8]] = []
    var isClosed = false
  }

  // Only one thread uses it at a time anyway, but for `bytes`; the lock is taken once a block.
  private let decompressor: Mutex<Decompressor>
  private let blockSize: Int
  private let state = Mutex(State())
  private let fillings = DispatchSemaphore(value: 0)
  private let returns = DispatchSemaphore(value: 0)

  private static let depth = 3

  init(_ decompressor: consuming sending Decompressor, blockSize: Int) {
    self.decompressor = Mutex(decompressor)
    self.blockSize = blockSize
  }

  var account: SourceAccount { decompressor.withLock { $0.account } }

  /// Bytes of the file itself, as they lie there.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    try decompressor.withLock { decompressor throws(InputError) in
      try decompressor.bytes(at: offset, count: count)
    }
  }

  /// Unpacks some bytes on the calling thread.
  func unpack(into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
    try decompressor.withLock { decompressor throws(InputError) in
      try decompressor.read(into: &buffer, range)
    }
  }
}

// MARK: - The thread that unpacks

extension BlockRing {
  /// Fills blocks up to the end of the input, or until nobody reads them any more.
  func fill() {
    for _ in 0..<Self.depth {
      state.withLock { $0.buffers.append([UInt8](repeating: 0, count: blockSize)) }
      returns.signal()
    }
    while var block = takeBuffer() {
      fill(&block)
      state.withLock { $0.filled.append(block) }
      fillings.signal()
      if block.isLast { return }
    }
  }

  private func takeBuffer() -> UnpackedBlock? {
    returns.wait()
    return state.withLock { $0.isClosed ? nil : UnpackedBlock(bytes: $0.buffers.removeLast()) }
  }

  private func fill(_ block: inout UnpackedBlock) {
    do throws(InputError) {
      block.count = try unpack(into: &block.bytes, 0..<blockSize)
    } catch {
      block.error = error
    }
    block.isLast = block.count == 0
    block.account = account
  }
}

// MARK: - The reader

extension BlockRing {
  /// Gives a block back and takes the next, waiting for it; not to be called again after the last.
  func exchange(_ block: inout UnpackedBlock) {
    if !block.bytes.isEmpty {
      state.withLock {
        $0.buffers.append(block.bytes)
        // Held twice it would be copied when it is filled.
        block.bytes = []
      }
      returns.signal()
    }
    fillings.wait()
    block = state.withLock { $0.filled.removeFirst() }
  }

  /// Lets the thread end after the block it is unpacking.
  func close() {
    state.withLock { $0.isClosed = true }
    returns.signal()
  }
}

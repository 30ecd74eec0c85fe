import CZstd

/// Unpacks one zstd frame after another, skippable ones too.
@safe
struct ZstdStream: ~Copyable {
  private let context: OpaquePointer
  /// The first bytes of the frame, as far as they have been given; empty between frames.
  private var head: [UInt8] = []

  /// Bytes of the longest header of a frame.
  private static let longestHeader = 18

  /// - Throws: `io` when there is no memory for it.
  init() throws(InputError) {
    guard let context = unsafe ZSTD_createDCtx() else { throw .io(errno: 12) }
    unsafe self.context = context
  }

  deinit { _ = unsafe ZSTD_freeDCtx(context) }

  /// Unpacks from `input` into `output` as far as either lasts.
  mutating func step(
    _ input: [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    precondition(inputRange.upperBound <= input.count && outputRange.upperBound <= output.count)
    // The first byte alone: a frame that comes whole is unpacked in another way, which does not look at its window; so
    // it would depend on what is read at a time whether the frame is refused.
    let inputRange = head.isEmpty ? inputRange.prefix(1) : inputRange
    if head.count < Self.longestHeader { head += input[inputRange].prefix(Self.longestHeader - head.count) }
    let context = unsafe context
    var consumed = 0
    var produced = 0
    // Sound: both ranges lie inside their arrays, and the library keeps neither pointer.
    let result = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        let source = unsafe UnsafeRawBufferPointer(rebasing: source[inputRange])
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[outputRange])
        var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        let result = unsafe ZSTD_decompressStream(context, &to, &from)
        consumed = unsafe from.pos
        produced = unsafe to.pos
        return result
      }
    }
    if ZSTD_isError(result) != 0 { throw error(ZSTD_getErrorCode(result)) }
    if result == 0 { head = [] }
    return DecompressionStep(consumed: consumed, produced: produced, isComplete: result == 0)
  }

  private func error(_ code: ZSTD_ErrorCode) -> InputError {
    let dictionary = unsafe head.withUnsafeBytes { head in
      unsafe ZSTD_getDictID_fromFrame(head.baseAddress, head.count)
    }
    return switch code {
    case ZSTD_error_checksum_wrong: .zstdChecksum
    case ZSTD_error_dictionary_wrong: .zstdDictionary(dictionary)
    case ZSTD_error_frameParameter_windowTooLarge: .zstdWindow
    default: dictionary != 0 ? .zstdDictionary(dictionary) : .zstdDamaged
    }
  }
}

import CZstd

/// Unpacks one zstd frame after another, skippable ones too.
@safe
struct ZstdStream: ~Copyable {
  private let context: OpaquePointer
  private var isAtFrameStart = true

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
    let context = unsafe context
    let checksDictionary = isAtFrameStart
    var consumed = 0
    var produced = 0
    var dictionary: UInt32 = 0
    // Sound: both ranges lie inside their arrays, and the library keeps neither pointer.
    let result = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        let source = unsafe UnsafeRawBufferPointer(rebasing: source[inputRange])
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[outputRange])
        if checksDictionary { dictionary = unsafe ZSTD_getDictID_fromFrame(source.baseAddress, source.count) }
        var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        let result = unsafe ZSTD_decompressStream(context, &to, &from)
        consumed = unsafe from.pos
        produced = unsafe to.pos
        return result
      }
    }
    if ZSTD_isError(result) != 0 { throw Self.error(ZSTD_getErrorCode(result), dictionary) }
    isAtFrameStart = result == 0
    return DecompressionStep(consumed: consumed, produced: produced, isComplete: result == 0)
  }

  private static func error(_ code: ZSTD_ErrorCode, _ dictionary: UInt32) -> InputError {
    switch code {
    case ZSTD_error_checksum_wrong: .zstdChecksum
    case ZSTD_error_dictionary_wrong: .zstdDictionary(dictionary)
    case ZSTD_error_frameParameter_windowTooLarge: .zstdWindow
    default: dictionary != 0 ? .zstdDictionary(dictionary) : .zstdDamaged
    }
  }
}

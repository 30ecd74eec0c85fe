import CLz4

/// Unpacks one lz4 frame after another, skippable ones too.
@safe
struct Lz4Stream: ~Copyable {
  private let context: OpaquePointer
  private var hasHeader = false

  /// - Throws: `io` when there is no memory for it.
  init() throws(InputError) {
    var context: OpaquePointer?
    let code = unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
    guard LZ4F_isError(code) == 0, let context = unsafe context else { throw .io(errno: 12) }
    unsafe self.context = context
  }

  deinit { _ = unsafe LZ4F_freeDecompressionContext(context) }

  /// Unpacks from `input` into `output` as far as either lasts.
  mutating func step(
    _ input: [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    let context = unsafe context
    // A header is read by bytes, so that nothing behind it is read by the same call: after an empty frame the library
    // no longer tells what its header said.
    let inputRange = hasHeader ? inputRange : inputRange.prefix(1)
    var consumed = inputRange.count
    var produced = outputRange.count
    // Sound: both ranges lie inside their arrays (slicing checks it), and the library keeps neither pointer: without
    // options it copies what later blocks refer to.
    let result = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        let source = unsafe UnsafeRawBufferPointer(rebasing: source[inputRange])
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[outputRange])
        return unsafe LZ4F_decompress(
          context, target.baseAddress, &produced, source.baseAddress, &consumed, nil)
      }
    }
    if LZ4F_isError(result) != 0 { throw error(result) }
    if !hasHeader, let dictionary = dictionary() {
      // What was packed with a dictionary comes out wrong without it, which only a checksum would tell.
      guard dictionary == 0 else { throw .lz4Dictionary(dictionary) }
      hasHeader = true
    }
    if result == 0 { hasHeader = false }
    return DecompressionStep(consumed: consumed, produced: produced, isComplete: result == 0)
  }

  /// The dictionary that the header of the frame names, 0 without one; `nil` as long as it has not been read.
  private func dictionary() -> UInt32? {
    var information = LZ4F_frameInfo_t()
    var count = 0
    let result = unsafe LZ4F_getFrameInfo(context, &information, nil, &count)
    return LZ4F_isError(result) == 0 ? information.dictID : nil
  }

  private func error(_ code: Int) -> InputError {
    if let dictionary = dictionary(), dictionary != 0 { return .lz4Dictionary(dictionary) }
    // The library gives no numbers for its errors, only names: `ERROR_contentChecksum_invalid`.
    let name = unsafe LZ4F_getErrorName(code).map { unsafe String(cString: $0) } ?? ""
    return name.hasSuffix("Checksum_invalid") ? .lz4Checksum : .lz4Damaged
  }
}

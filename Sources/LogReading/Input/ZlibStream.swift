import CZlib

/// Inflates gzip members by zlib, where there is no ISA-L that is right.
@safe
struct ZlibStream: GzipInflater, ~Copyable {
  // zlib keeps the address of its stream, so it has to stay in one place.
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(InputError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe czlib_inflate_init(stream) == Z_OK else {
      unsafe stream.deallocate()
      throw .io(errno: 12)
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  mutating func restart() { _ = unsafe inflateReset(stream) }

  mutating func step(
    _ input: inout [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
  ) throws(InputError) -> DecompressionStep {
    let stream = unsafe stream
    // Sound: both ranges lie inside their arrays (slicing checks it), and zlib keeps neither pointer in use after the
    // call: both are set again before the next one.
    let code = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        let source = unsafe UnsafeMutableBufferPointer(rebasing: source[inputRange])
        let target = unsafe UnsafeMutableBufferPointer(rebasing: target[outputRange])
        unsafe stream.pointee.next_in = source.baseAddress
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(target.count)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw .gzipDamaged }
    return DecompressionStep(
      consumed: inputRange.count - Int(unsafe stream.pointee.avail_in),
      produced: outputRange.count - Int(unsafe stream.pointee.avail_out), isComplete: code == Z_STREAM_END)
  }
}

#if canImport(CIsal)
  import CIsal

  /// Inflates gzip members by ISA-L, in less than half of zlib's time.
  @safe
  struct IsalStream: GzipInflater, ~Copyable {
    // The library keeps 32 KiB of history and its tables in the stream itself, 87 KB that are not to be copied.
    private let stream: UnsafeMutablePointer<inflate_state>
    private let header: UnsafeMutablePointer<isal_gzip_header>
    private var isInHeader = true

    /// Bits of a header that RFC 1952 keeps free: data may follow that is not known here.
    private static let reservedFlags: UInt32 = 0xE0

    init() throws(InputError) {
      unsafe stream = .allocate(capacity: 1)
      unsafe header = .allocate(capacity: 1)
      unsafe isal_inflate_init(stream)
      // Headers are read apart: within `isal_inflate` one must come whole. What follows them, checks included, is not.
      unsafe stream.pointee.crc_flag = UInt32(ISAL_GZIP_NO_HDR_VER)
      unsafe header.initialize(to: isal_gzip_header())
    }

    deinit {
      unsafe stream.deallocate()
      unsafe header.deallocate()
    }

    mutating func restart() {
      unsafe isal_inflate_reset(stream)
      // Without buffers for names and comments these are passed over, however long.
      unsafe header.pointee = isal_gzip_header()
      isInHeader = true
    }

    mutating func step(
      _ input: inout [UInt8], _ inputRange: Range<Int>, into output: inout [UInt8], _ outputRange: Range<Int>
    ) throws(InputError) -> DecompressionStep {
      let isInHeader = isInHeader
      let (stream, header) = unsafe (stream, header)
      // Sound: both ranges lie inside their arrays (slicing checks it), and the library keeps neither pointer in use
      // after the call: both are set again before the next one.
      let code = unsafe input.withUnsafeMutableBufferPointer { source in
        unsafe output.withUnsafeMutableBufferPointer { target in
          let source = unsafe UnsafeMutableBufferPointer(rebasing: source[inputRange])
          let target = unsafe UnsafeMutableBufferPointer(rebasing: target[outputRange])
          unsafe stream.pointee.next_in = source.baseAddress
          unsafe stream.pointee.avail_in = UInt32(source.count)
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = UInt32(target.count)
          return isInHeader ? unsafe isal_read_gzip_header(stream, header) : unsafe isal_inflate(stream)
        }
      }
      guard code >= ISAL_DECOMP_OK, unsafe header.pointee.flags & Self.reservedFlags == 0 else {
        throw .gzipDamaged
      }
      if code == ISAL_DECOMP_OK { self.isInHeader = false }
      return DecompressionStep(
        consumed: inputRange.count - Int(unsafe stream.pointee.avail_in),
        produced: outputRange.count - Int(unsafe stream.pointee.avail_out),
        isComplete: unsafe stream.pointee.block_state == ISAL_BLOCK_FINISH)
    }
  }
#endif

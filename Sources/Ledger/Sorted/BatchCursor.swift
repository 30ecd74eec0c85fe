import ReceiptModel

/// Walks through the segments and events of a sorted batch, from memory or by windows from the spill.
struct BatchCursor {
  private let batch: SortedBatch
  private let windowSize: Int
  private var segments: SpillWindow<MessageSegment>
  private var codes: SpillWindow<UInt8>
  private var decoder: EventDecoder
  private var texts: SpillWindow<UInt8>
  private var nextSegment: Int
  private let endSegment: Int
  private var nextCode = 0
  /// Events of the segment that were not read yet.
  private var rest = 0

  /// The message at hand.
  private(set) var message: Int64 = 0
  /// The event at hand; the last one again when the segment is at its end.
  var event: LedgerEvent { decoder.event }

  /// - Parameters:
  ///   - messages: only segments of these are walked through.
  ///   - windowSize: bytes of the spill to hold at a time.
  /// - Returns: `nil` when there is no such segment.
  init?(_ batch: SortedBatch, messages: Range<Int64>, windowSize: Int) throws {
    self.batch = batch
    self.windowSize = windowSize
    switch batch.place {
    case .memory(let segments, let codes, let texts):
      self.segments = SpillWindow(elements: segments)
      self.codes = SpillWindow(elements: codes)
      self.texts = SpillWindow(elements: texts)
    case .spill(let spill, let segments, let codes, let texts):
      self.segments = SpillWindow(spill, at: segments, count: batch.segmentCount)
      self.codes = SpillWindow(spill, at: codes, count: batch.codeCount)
      self.texts = SpillWindow(spill, at: texts, count: batch.textCount)
    }
    let first = try Self.place(of: messages.lowerBound, in: &segments, count: batch.segmentCount)
    decoder = EventDecoder(base: batch.base)
    endSegment = try Self.place(of: messages.upperBound, in: &segments, count: batch.segmentCount)
    guard first < endSegment else { return nil }
    nextSegment = first
    _ = try advanceSegment()
  }

  /// Goes to the first event of the next segment; `false` when there is none.
  mutating func advanceSegment() throws -> Bool {
    guard nextSegment < endSegment else { return false }
    let segment = try segments.element(nextSegment, ahead: windowSize)
    nextSegment += 1
    message = segment.message
    (nextCode, rest) = (Int(segment.start), Int(segment.count))
    return try advanceEvent()
  }

  /// Goes to the next event of the segment; `false` when there is none.
  @inline(__always)
  mutating func advanceEvent() throws -> Bool {
    guard rest > 0 else { return false }
    let index = try codes.index(of: nextCode, holding: EventCode.limit, ahead: windowSize)
    // A copy, because the bytes are lent by this very value.
    var decoder = decoder
    let end = decoder.read(codes.elements.span, at: index)
    self.decoder = decoder
    nextCode += end - index
    rest &-= 1
    return true
  }

  /// The device of the event at hand.
  mutating func device() throws -> StoredDevice {
    guard event.hasTextDevice else { return .packed(high: event.high, low: event.low) }
    // Two bytes of length, then the text.
    let start = Int(event.low)
    let count =
      try Int(texts.element(start, ahead: windowSize)) | Int(texts.element(start + 1, ahead: windowSize)) << 8
    return .text(try (0..<count).map { try texts.element(start + 2 + $0, ahead: windowSize) })
  }

  /// The first segment whose message is not before `message`.
  private static func place(of message: Int64, in segments: inout SpillWindow<MessageSegment>, count: Int)
    throws
    -> Int
  {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      // One at a time: a search jumps, so what lies ahead is not wanted.
      if try segments.element(middle, ahead: 0).message < message { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

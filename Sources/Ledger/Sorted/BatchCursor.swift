import ReceiptModel

/// Walks through the segments and events of a sorted batch, from memory or by windows from the spill.
struct BatchCursor {
  private let batch: SortedBatch
  private let windowSize: Int
  private var segments: Window<MessageSegment>
  private var codes: Window<UInt8>
  private var decoder: EventDecoder
  private var texts: Window<UInt8>
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
      self.segments = Window(elements: segments)
      self.codes = Window(elements: codes)
      self.texts = Window(elements: texts)
    case .spill(let spill, let segments, let codes, let texts):
      self.segments = Window(spill, at: segments, count: batch.segmentCount)
      self.codes = Window(spill, at: codes, count: batch.codeCount)
      self.texts = Window(spill, at: texts, count: batch.textCount)
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
  private static func place(of message: Int64, in segments: inout Window<MessageSegment>, count: Int) throws
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

/// A part of a sequence that is read forwards: all of it when it lies in memory.
private struct Window<Element: BitwiseCopyable> {
  private(set) var elements: [Element]
  /// The place in the sequence of the first element held.
  private var start = 0
  private let spill: SpillFile?
  private let offset: Int
  private let count: Int

  init(elements: [Element]) {
    self.elements = elements
    spill = nil
    offset = 0
    count = elements.count
  }

  init(_ spill: SpillFile, at offset: Int, count: Int) {
    elements = []
    self.spill = spill
    self.offset = offset
    self.count = count
  }

  /// The element at `place`; when it is not held, it is read together with the following `ahead` bytes.
  @inline(__always)
  mutating func element(_ place: Int, ahead: Int) throws -> Element {
    elements[try index(of: place, holding: 1, ahead: ahead)]
  }

  /// Where the element at `place` is held; `needed` elements are held from there on, or all that there are.
  @inline(__always)
  mutating func index(of place: Int, holding needed: Int, ahead: Int) throws -> Int {
    let index = place &- start
    if index >= 0, index &+ needed <= elements.count || start &+ elements.count == count,
      index < elements.count
    {
      return index
    }
    try load(place, max(needed, ahead / MemoryLayout<Element>.stride))
    return 0
  }

  private mutating func load(_ place: Int, _ wanted: Int) throws {
    guard let spill, place < count else {
      throw LedgerError.inconsistent("a sorted batch ends before its segments do")
    }
    elements = try spill.read(
      Element.self, at: offset + place * MemoryLayout<Element>.stride, count: min(count - place, wanted))
    start = place
  }
}

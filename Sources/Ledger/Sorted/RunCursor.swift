internal import ReceiptModel

/// Walks through the segments and events of a sorted run, from memory or by windows from the spill.
struct RunCursor {
  private let run: SortedRun
  private let windowSize: Int
  private var segments: Window<MessageSegment>
  private var events: Window<LedgerEvent>
  private var texts: Window<UInt8>
  private var nextSegment: Int
  private let endSegment: Int
  private var nextEvent = 0
  private var endEvent = 0

  /// The message at hand.
  private(set) var message: Int64 = 0
  /// The event at hand; the last one again when the segment is at its end.
  private(set) var event: LedgerEvent

  /// - Parameters:
  ///   - messages: only segments of these are walked through.
  ///   - windowSize: bytes of the spill to hold at a time.
  /// - Returns: `nil` when there is no such segment.
  init?(_ run: SortedRun, messages: Range<Int64>, windowSize: Int) throws {
    self.run = run
    self.windowSize = windowSize
    switch run.place {
    case .memory(let segments, let events, let texts):
      self.segments = Window(elements: segments)
      self.events = Window(elements: events)
      self.texts = Window(elements: texts)
    case .spill(let spill, let segments, let events, let texts):
      self.segments = Window(spill, at: segments, count: run.segmentCount)
      self.events = Window(spill, at: events, count: run.eventCount)
      self.texts = Window(spill, at: texts, count: run.textCount)
    }
    let first = try Self.place(of: messages.lowerBound, in: &segments, count: run.segmentCount)
    endSegment = try Self.place(of: messages.upperBound, in: &segments, count: run.segmentCount)
    guard first < endSegment else { return nil }
    nextSegment = first
    let start = try segments.element(first, ahead: windowSize).start
    event = try events.element(Int(start), ahead: windowSize)
    _ = try advanceSegment()
  }

  /// Goes to the first event of the next segment; `false` when there is none.
  mutating func advanceSegment() throws -> Bool {
    guard nextSegment < endSegment else { return false }
    let segment = try segments.element(nextSegment, ahead: windowSize)
    nextSegment += 1
    message = segment.message
    (nextEvent, endEvent) = (segment.range.lowerBound, segment.range.upperBound)
    return try advanceEvent()
  }

  /// Goes to the next event of the segment; `false` when there is none.
  @inline(__always)
  mutating func advanceEvent() throws -> Bool {
    guard nextEvent < endEvent else { return false }
    event = try events.element(nextEvent, ahead: windowSize)
    nextEvent &+= 1
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
  private var elements: [Element]
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
    let index = place &- start
    if index >= 0, index < elements.count { return elements[index] }
    return try load(place, ahead)
  }

  private mutating func load(_ place: Int, _ ahead: Int) throws -> Element {
    guard let spill, place < count else {
      throw LedgerError.inconsistent("a sorted run ends before its segments do")
    }
    let stride = MemoryLayout<Element>.stride
    elements = try spill.read(
      Element.self, at: offset + place * stride, count: min(count - place, max(1, ahead / stride)))
    start = place
    return elements[0]
  }
}

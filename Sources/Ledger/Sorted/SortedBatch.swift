import ReceiptModel

/// A batch in the ledger's references and in the ledger's order: message reference, device, time, kind.
///
/// It lies in memory or, when memory is short, in a `SpillFile`; `BatchCursor` reads both alike.
struct SortedBatch: Sendable {
  enum Place: Sendable {
    case memory(segments: [MessageSegment], codes: [UInt8], texts: [UInt8])
    /// Byte offsets of the three parts in the spill.
    case spill(SpillFile, segments: Int, codes: Int, texts: Int)
  }

  let place: Place
  /// No event is earlier; milliseconds UTC.
  let base: Int64
  let segmentCount: Int
  /// Bytes of the events' codes.
  let codeCount: Int
  let textCount: Int

  /// Translates a batch that a `BatchSorter` has sorted.
  ///
  /// Events of a message lie together already; the messages themselves are put into the order of their references,
  /// which is that of the batch but for messages the ledger knew before.
  ///
  /// - Parameter firstGroup: the number of the batch's first group among those of a `LineGroups`.
  init(_ batch: EventBatch, _ references: BatchReferences, firstGroup: UInt32 = 0) {
    let base = batch.events.map(\.time).min() ?? 0
    var segments = Self.segments(batch, references)
    segments.sort { $0.message < $1.message }
    var texts: [UInt8] = []
    // The system never gives the process the memory that no code is written to.
    let codes = unsafe [UInt8](unsafeUninitializedCapacity: (batch.events.count + 1) * EventCode.limit) {
      bytes, count in
      var encoder = unsafe EventEncoder(into: UnsafeMutableRawBufferPointer(bytes), base: base)
      for index in segments.indices {
        let first = Int(segments[index].start)
        segments[index].start = UInt32(encoder.count)
        encoder.restart()
        Self.encode(
          batch, first..<first + Int(segments[index].count), references, firstGroup, &encoder, &texts)
      }
      count = encoder.count
    }
    place = .memory(segments: segments, codes: codes, texts: texts)
    self.base = base
    segmentCount = segments.count
    codeCount = codes.count
    textCount = texts.count
  }

  /// The same batch, moved into a spill.
  init(_ batch: SortedBatch, movedTo spill: SpillFile) throws {
    guard case .memory(let segments, let codes, let texts) = batch.place else {
      self = batch
      return
    }
    place = .spill(
      spill, segments: try spill.append(segments), codes: try spill.append(codes),
      texts: try spill.append(texts))
    base = batch.base
    (segmentCount, codeCount, textCount) = (batch.segmentCount, batch.codeCount, batch.textCount)
  }

  /// Bytes of memory that it takes.
  var byteCount: Int {
    guard case .memory = place else { return 0 }
    return segmentCount * MemoryLayout<MessageSegment>.stride + codeCount + textCount
  }

  /// Where the events of each message stand in the batch itself.
  private static func segments(_ batch: EventBatch, _ references: BatchReferences) -> [MessageSegment] {
    var segments: [MessageSegment] = []
    let events = batch.events.span
    var start = 0
    while start < events.count {
      let message = events[start].message
      var end = start + 1
      while end < events.count, events[end].message == message { end += 1 }
      segments.append(
        MessageSegment(
          message: references.messages[Int(message)], start: UInt32(start), count: UInt32(end - start)))
      start = end
    }
    return segments
  }

  /// Encodes the events of one message.
  private static func encode(
    _ batch: EventBatch, _ range: Range<Int>, _ references: BatchReferences, _ firstGroup: UInt32,
    _ encoder: inout EventEncoder, _ texts: inout [UInt8]
  ) {
    // Spans, so that no array is retained for every event.
    let (source, apps, networks) = (batch.events.span, references.apps.span, references.networks.span)
    let (contexts, builds) = (references.contexts.span, references.builds.span)
    var low: UInt64 = 0
    for place in range {
      let event = source[place]
      let device = event.device
      if !device.isText {
        low = device.low
      } else if place == range.lowerBound || !event.isBeside(source[place - 1]) {
        low = add(batch.deviceText(device), to: &texts)
      }
      encoder.append(
        LedgerEvent(
          high: device.high, low: low, moment: event.moment, app: apps[Int(event.app)],
          context: contexts[Int(event.context)], build: builds[Int(event.build)],
          network: networks[Int(event.network)], detail: references.detail(of: event),
          file: LineMark.isFile(event.file) ? event.file : LineMark.moved(event.file, by: firstGroup)))
    }
  }

  /// Adds two bytes of length and the text; returns their place.
  private static func add(_ text: ArraySlice<UInt8>, to texts: inout [UInt8]) -> UInt64 {
    let place = texts.count
    texts.append(UInt8(truncatingIfNeeded: text.count))
    texts.append(UInt8(truncatingIfNeeded: text.count >> 8))
    texts.append(contentsOf: text)
    return UInt64(place)
  }
}

internal import ReceiptModel

/// A run in the ledger's references and in the ledger's order: message reference, device, time, kind.
///
/// It lies in memory or, when memory is short, in a `SpillFile`; `RunCursor` reads both alike.
struct SortedRun: Sendable {
  enum Place: Sendable {
    case memory(segments: [MessageSegment], events: [LedgerEvent], texts: [UInt8])
    /// Byte offsets of the three parts in the spill.
    case spill(SpillFile, segments: Int, events: Int, texts: Int)
  }

  let place: Place
  let segmentCount: Int
  let eventCount: Int
  let textCount: Int

  /// Translates a run that a `RunSorter` has sorted.
  ///
  /// Events of a message lie together already; the messages themselves are put into the order of their references,
  /// which is that of the run but for messages the ledger knew before.
  init(_ run: EventRun, _ references: RunReferences) {
    var segments = Self.segments(run, references)
    segments.sort { $0.message < $1.message }
    var events: [LedgerEvent] = []
    events.reserveCapacity(run.events.count)
    var texts: [UInt8] = []
    // Spans, so that no array is retained for every event.
    let (source, apps, networks) = (run.events.span, references.apps.span, references.networks.span)
    let (contexts, builds) = (references.contexts.span, references.builds.span)
    for index in segments.indices {
      let range = segments[index].range
      segments[index].start = UInt32(events.count)
      for place in range {
        let event = source[place]
        let device = event.device
        var low = device.low
        if device.isText {
          let isSame = place > range.lowerBound && event.isBeside(source[place - 1])
          low = isSame ? events[events.count - 1].low : Self.add(run.deviceText(device), to: &texts)
        }
        events.append(
          LedgerEvent(
            high: device.high, low: low, moment: event.moment, app: apps[Int(event.app)],
            context: contexts[Int(event.context)], build: builds[Int(event.build)],
            network: networks[Int(event.network)], detail: references.detail(of: event), file: event.file))
      }
    }
    place = .memory(segments: segments, events: events, texts: texts)
    segmentCount = segments.count
    eventCount = events.count
    textCount = texts.count
  }

  /// The same run, moved into a spill.
  init(_ run: SortedRun, movedTo spill: SpillFile) throws {
    guard case .memory(let segments, let events, let texts) = run.place else {
      self = run
      return
    }
    place = .spill(
      spill, segments: try spill.append(segments), events: try spill.append(events),
      texts: try spill.append(texts))
    (segmentCount, eventCount, textCount) = (run.segmentCount, run.eventCount, run.textCount)
  }

  /// Adds two bytes of length and the text; returns their place.
  private static func add(_ text: ArraySlice<UInt8>, to texts: inout [UInt8]) -> UInt64 {
    let place = texts.count
    texts.append(UInt8(truncatingIfNeeded: text.count))
    texts.append(UInt8(truncatingIfNeeded: text.count >> 8))
    texts.append(contentsOf: text)
    return UInt64(place)
  }

  /// Bytes of memory that the events take.
  var byteCount: Int {
    guard case .memory = place else { return 0 }
    return segmentCount * MemoryLayout<MessageSegment>.stride + eventCount * MemoryLayout<LedgerEvent>.stride
      + textCount
  }

  /// Where the events of each message stand in the run itself.
  private static func segments(_ run: EventRun, _ references: RunReferences) -> [MessageSegment] {
    var segments: [MessageSegment] = []
    let events = run.events.span
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
}

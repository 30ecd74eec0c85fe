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
    for index in segments.indices {
      let range = segments[index].range
      segments[index].start = UInt32(events.count)
      var text: Int?
      for place in range {
        let event = run.events[place]
        if event.device.isText, text == nil || !event.isBeside(run.events[place - 1]) {
          text = texts.count
          let bytes = run.deviceText(event.device)
          texts.append(UInt8(truncatingIfNeeded: bytes.count))
          texts.append(UInt8(truncatingIfNeeded: bytes.count >> 8))
          texts.append(contentsOf: bytes)
        }
        events.append(LedgerEvent(event, references, text: event.device.isText ? text : nil))
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

  /// Bytes of memory that the events take.
  var byteCount: Int {
    guard case .memory = place else { return 0 }
    return segmentCount * MemoryLayout<MessageSegment>.stride + eventCount * MemoryLayout<LedgerEvent>.stride
      + textCount
  }

  /// Where the events of each message stand in the run itself.
  private static func segments(_ run: EventRun, _ references: RunReferences) -> [MessageSegment] {
    var segments: [MessageSegment] = []
    var start = 0
    while start < run.events.count {
      let message = run.events[start].message
      var end = start + 1
      while end < run.events.count, run.events[end].message == message { end += 1 }
      segments.append(
        MessageSegment(
          message: references.messages[Int(message)], start: UInt32(start), count: UInt32(end - start)))
      start = end
    }
    return segments
  }
}

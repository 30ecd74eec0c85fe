import ReceiptModel

/// Raw event types, what they mean, and how often the unknown ones were met.
///
/// A spelling is looked up in lower case once; after that its bytes lead straight to the kind.
struct EventTypes {
  private let aliases: [String: EventKind]
  private var spellings = ByteDictionary()
  private var kinds: [EventKind] = []
  private var counts: [Int] = []
  private var uncountedNames = 0

  private static let spellingLimit = NameCounts.capacity

  init(aliases: [String: EventKind]) { self.aliases = aliases }

  /// The kind of the type that stands in `range`, if that spelling has been learned.
  @inline(__always)
  func known(_ bytes: Span<UInt8>, _ range: Range<Int>) -> EventKind? {
    spellings.entry(bytes, range).map { kinds[Int($0)] }
  }

  /// The kind of the type that stands in `range`; upper and lower case are the same.
  mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>) -> EventKind {
    if let kind = known(bytes, range) { return kind }
    let lowered = range.map { index -> UInt8 in
      let byte = bytes[index]
      return byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    let kind = aliases[String(decoding: lowered, as: UTF8.self)] ?? .other
    if kinds.count < Self.spellingLimit {
      _ = spellings.intern(bytes, range)
      kinds.append(kind)
      counts.append(0)
    }
    return kind
  }

  /// Counts an event that was kept under its raw name.
  mutating func countUnknown(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let entry = spellings.entry(bytes, range) { counts[Int(entry)] += 1 } else { uncountedNames += 1 }
  }

  /// Unknown types and their events.
  var unknown: NameCounts {
    var result = NameCounts()
    for (entry, count) in counts.enumerated() where count > 0 {
      result.add(spellings.text(UInt32(entry)), count)
    }
    result.addNameless(uncountedNames)
    return result
  }
}

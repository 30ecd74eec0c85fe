import ReceiptModel

/// Where the value of a field stands in the bytes it was read from.
struct FieldValue {
  enum Form: UInt8 {
    /// Not there, or null.
    case absent
    case text
    /// A number, by its digits as written.
    case number
    /// Something no field may hold: a truth value, an object, an array.
    case unsuitable
  }

  private var start: UInt32 = 0
  private var count: UInt32 = 0
  var form = Form.absent

  init() {}

  init(_ range: Range<Int>, _ form: Form) { self.init(from: range.lowerBound, count: range.count, form) }

  @inline(__always)
  init(from start: Int, count: Int, _ form: Form) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
    self.form = form
  }

  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }

  /// Whether the log says that there is no value: null, nothing, `-`, or the text `null`.
  @inline(__always)
  func isAbsent(in bytes: Span<UInt8>) -> Bool {
    if form == .absent { return true }
    guard form == .text else { return false }
    switch range.count {
    case 0: return true
    case 1: return bytes[range.lowerBound] == UInt8(ascii: "-")
    case 4: return bytes[range.lowerBound] == UInt8(ascii: "n") && bytes.holds("null", in: range)
    default: return false
    }
  }
}

/// The values of one record, by field.
///
/// Ranges are into the bytes handed over beside it. It is not copyable, so that handing it on never moves its bytes.
struct ReceiptFields: ~Copyable {
  /// One slot a field, and one that takes what nobody asks for.
  private var values = InlineArray<20, FieldValue>(repeating: FieldValue())
  /// Whether one of the values may be `unsuitable`.
  private(set) var mayBeUnsuitable = false
  /// Whether a spreadsheet may have had its hands on the values.
  var isFromCSV = false

  static let unusedSlot = 19

  @inline(__always)
  subscript(field: ReceiptField) -> FieldValue { values[field.slot] }

  @inline(__always)
  subscript(slot slot: Int) -> FieldValue {
    get { values[slot] }
    set {
      values[slot] = newValue
      if newValue.form == .unsuitable { mayBeUnsuitable = true }
    }
  }

  mutating func removeAll() {
    values = InlineArray(repeating: FieldValue())
    mayBeUnsuitable = false
  }
}

extension ReceiptField {
  /// The keys that no Alibaba receipt lacks, by which one is known.
  static let ofEveryReceipt: [ReceiptField] = [.appKey, .messageID, .eventType]

  /// The place of the field in `ReceiptFields`.
  @inline(__always)
  var slot: Int {
    switch self {
    case .appKey: 0
    case .messageID: 1
    case .deviceID: 2
    case .eventType: 3
    case .eventTime: 4
    case .logTime: 5
    case .topic: 6
    case .deviceType: 7
    case .eventChannel: 8
    case .jobKey: 9
    case .appVersion: 10
    case .os: 11
    case .osVersion: 12
    case .brand: 13
    case .networkType: 14
    case .isp: 15
    case .reason: 16
    case .vendorMessageID: 17
    case .clientIP: 18
    }
  }

  private static let names: [(name: [UInt8], field: ReceiptField)] = allCases.map {
    (Array($0.rawValue.utf8), $0)
  }

  /// The field of that name, if it is one of those that are read.
  init?(name bytes: Span<UInt8>, _ range: Range<Int>) {
    for (name, field) in Self.names where name.count == range.count {
      if name.indices.allSatisfy({ name[$0] == bytes[range.lowerBound + $0] }) {
        self = field
        return
      }
    }
    return nil
  }

  /// Whether a key is documented, or made by the log service, and not needed here: the import does not mention it.
  static func isExpected(name bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.count >= 2 {
      if bytes[range.lowerBound] == UInt8(ascii: "_"), bytes[range.lowerBound + 1] == UInt8(ascii: "_") {
        return true
      }
      if bytes[range.upperBound - 2] == UInt8(ascii: "_"), bytes[range.upperBound - 1] == UInt8(ascii: "0") {
        return true
      }
    }
    return bytes.holds("owner_id", in: range) || bytes.holds("last_active_time", in: range)
      || bytes.holds("threat_source_ip", in: range)
  }
}

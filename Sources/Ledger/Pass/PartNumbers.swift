import SQLite

/// Parts of AppKeys by numbers from 0, in the order in which their deliveries are met.
struct PartNumbers {
  /// By number.
  private(set) var parts: [Part] = []
  private let part: DeliveryPart
  private var texts: ReferencedTexts
  private var named: [Part: Int] = [:]
  /// By references, of which several have the same text: a number plus one, and 0 for what is new.
  private var numbers = RollupTable<CellKey, UInt32>(zero: 0)
  /// Of the delivery before, as the next is often of the same part.
  private var last: (key: CellKey, number: Int) = (CellKey(app: -1, part: -1), -1)

  struct Part: Hashable {
    var app: Int64
    /// `nil` where the log names none.
    var text: [UInt8]?
  }

  init(_ part: DeliveryPart, in database: Database) throws {
    self.part = part
    texts = try ReferencedTexts(part.text, in: database)
  }

  mutating func number(of delivery: PassedFacts) throws -> Int {
    let key = CellKey(app: delivery.app, part: part.reference(of: delivery))
    if last.key == key { return last.number }
    var number = Int(numbers[key]) - 1
    if number < 0 {
      number = try newNumber(of: key)
      numbers[key] = UInt32(number + 1)
    }
    last = (key, number)
    return number
  }

  private mutating func newNumber(of key: CellKey) throws -> Int {
    let part = Part(app: key.app, text: try texts.bytes(of: key.part))
    if let number = named[part] { return number }
    parts.append(part)
    named[part] = parts.count - 1
    return parts.count - 1
  }
}

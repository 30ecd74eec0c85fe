import ReceiptModel

/// The bytes that stay the same from record to record, and the values between them.
///
/// A record that was read by `JSONScanner` gives a template: everything but its texts and numbers is literal.
///
///     {"app_key":"333526247","event_time":1790000000120}
///     literals  {"app_key":"   ","event_time":   }
///     holes                 ⌃text             ⌃number
///
/// Another record matches when it has the same literals and, in each hole, a text without escapes or a number of
/// plain digits. It then has the same keys and the same nesting, so it is valid JSON and means what the first one did,
/// with other values. Anything else is no match and is read by the scanner.
struct JSONTemplate {
  /// A value in the record that a template is made of.
  struct Source {
    var range: Range<Int>
    var slot: Int
    var isText: Bool
  }

  /// A literal, and the hole behind it if there is one: a longer literal takes several steps.
  private struct Step: Equatable {
    enum Hole: UInt8 {
      case none, text, number
    }

    var literal: Literal
    var hole = Hole.none
    var slot = ReceiptFields.unusedSlot
  }

  private let steps: [Step]

  init(_ bytes: Span<UInt8>, _ record: Range<Int>, holes sources: [Source]) {
    var steps: [Step] = []
    var position = record.lowerBound
    func addLiteral(upTo end: Int) {
      steps += Literal.pieces(bytes, position..<end).map { Step(literal: $0) }
    }
    for source in sources {
      addLiteral(upTo: source.range.lowerBound)
      steps[steps.count - 1].hole = source.isText ? .text : .number
      steps[steps.count - 1].slot = source.slot
      position = source.range.upperBound
    }
    addLiteral(upTo: record.upperBound)
    self.steps = steps
  }

  /// Reads the record that begins at `start`, if it is one of this template.
  ///
  /// - Returns: where the record ends, or `nil`; then some of `fields` may have been set.
  func match(_ bytes: Span<UInt8>, at start: Int, into fields: inout ReceiptFields) -> Int? {
    guard start >= 0 else { return nil }
    let steps = steps.span
    var position = start
    for index in steps.indices {
      // One check for the literal and for the first look at the value behind it.
      guard position &+ Literal.limit &+ 16 <= bytes.count else { return nil }
      // Sound: the literal is within that reach, and so is what follows it.
      guard unsafe steps[index].literal.uncheckedStands(at: position, in: bytes) else { return nil }
      let value = position &+ steps[index].literal.length
      switch steps[index].hole {
      case .text:
        guard let end = unsafe bytes.uncheckedTextEnd(from: value) else { return nil }
        fields[slot: steps[index].slot] = FieldValue(from: value, count: end &- value, .text)
        position = end
      case .number:
        guard let end = bytes.plainNumberEnd(from: value) else { return nil }
        fields[slot: steps[index].slot] = FieldValue(from: value, count: end &- value, .number)
        position = end
      case .none: position = value
      }
    }
    return position
  }

  func hasSameShape(as other: JSONTemplate) -> Bool { steps == other.steps }
}

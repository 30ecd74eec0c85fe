import ReceiptModel

/// A value of a record that is a list of names and values: a cell under a column, a parameter, a word of a line.
struct NamedValue {
  /// The number of the name in `MappingPlan.names`; a name that has none leads nowhere and need not be told.
  var name: Int32
  var range: Range<Int>
  /// Whether quotation marks in it are doubled.
  var hasDoubledQuotes = false
}

extension MappedReceipt {
  /// Tells what a record of named values tells, in `batch`.
  ///
  /// - Parameter text: what the ranges of the values are into.
  /// - Returns: why the record, or the first of its parts that is not good, is refused.
  mutating func read(
    _ values: [NamedValue], in text: Span<UInt8>, record: Range<Int>, of bytes: Span<UInt8>,
    unknown: inout NameList,
    to batch: inout EventBatch
  ) -> Rejection? {
    tree.fill(values, of: text)
    return tell(MappedSource(record: record), bytes, unknown: &unknown, to: &batch)
  }
}

extension RecordTree {
  /// Makes an object of texts out of values.
  mutating func fill(_ values: [NamedValue], of bytes: Span<UInt8>) {
    clear()
    let root = add(Node(kind: .object))
    var last = -1
    for value in values {
      let start = scratch.count
      if value.hasDoubledQuotes {
        append(bytes, doubled: value.range)
      } else {
        scratch.append(bytes, value.range)
      }
      var node = Node(kind: .text)
      node.name = value.name
      node.start = UInt32(start)
      node.count = UInt32(scratch.count - start)
      let place = add(node)
      if last < 0 { setFirst(place, of: root) } else { setNext(place, of: last) }
      last = place
    }
    addRoom()
  }

  private mutating func append(_ bytes: Span<UInt8>, doubled range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      scratch.append(bytes[position])
      position += bytes[position] == UInt8(ascii: "\"") ? 2 : 1
    }
  }
}

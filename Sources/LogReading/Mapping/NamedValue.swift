/// A value of a record that is a list of names and values: a cell under a column, a parameter, a word of a line.
struct NamedValue {
  /// The number of the name in `MappingPlan.names`; a name that has none leads nowhere and need not be told.
  var name: Int32
  var range: Range<Int>
  /// Whether quotation marks in it are doubled.
  var hasDoubledQuotes = false
}

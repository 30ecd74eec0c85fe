/// The pages of one level in key order, and the cells of the rows behind them, one after another.
struct SiblingPages: Sendable {
  var pages: [UInt32] = []
  var dividers: [UInt8] = []

  static func += (one: inout SiblingPages, other: SiblingPages) {
    one.pages += other.pages
    one.dividers += other.dividers
  }
}

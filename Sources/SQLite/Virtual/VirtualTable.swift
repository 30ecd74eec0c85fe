package import ReceiptModel

/// A table whose rows this program finds for SQLite; what a question wants of it is known before the first row.
package protocol VirtualTable: AnyObject {
  /// What stands between the brackets of its CREATE TABLE.
  var declaration: String { get }

  /// How a question would be answered, which SQLite asks for every way that it thinks of.
  func plan(_ question: VirtualQuestion) -> VirtualPlan

  /// A cursor, of which a statement may have several.
  func open() throws -> any VirtualCursor
}

/// Goes through rows for SQLite.
package protocol VirtualCursor: AnyObject {
  /// Goes to the first row.
  ///
  /// - Parameter values: of the plan's conditions, in their order.
  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws
  var isAtEnd: Bool { get }
  func advance() throws
  func give(_ column: Int, to result: VirtualResult) throws
  /// Tells rows apart, and is the same for a row whatever the plan.
  var rowNumber: Int64 { get }
}

/// What a question wants of a virtual table.
package struct VirtualQuestion {
  /// Something that a column must be.
  package struct Condition {
    package enum Comparison: Sendable {
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, isNull, isNotNull
    }

    package var column: Int
    package var comparison: Comparison
    /// Whether the values are those of an `IN`, which would be asked for one by one.
    package var isOneOfMany: Bool
    /// Whether the value is a whole number that stands in the question's own words.
    package var isNumber: Bool
    /// Set by a plan whose cursor gives no row that does not meet it, so that SQLite need not look.
    package var isMet = false
    /// Its place in SQLite's list.
    let place: Int

    /// Whether both are one of SQLite's.
    package func isSame(as other: Condition) -> Bool { place == other.place }

    /// Whether there is a value that the column is compared with.
    package var hasValue: Bool { comparison != .isNull && comparison != .isNotNull }
  }

  package var conditions: [Condition] = []
  /// A bit for each column that is used; the last bit stands for all from the 64th on.
  package var columns: UInt64 = 0
  /// The columns by which rows are wanted together.
  package var together: [Int] = []
  /// Whether no more than some rows are wanted; SQLite does not always say so.
  package var hasLimit = false
}

/// How a question is answered.
package struct VirtualPlan {
  /// The conditions whose values the cursor wants; SQLite checks those itself that are not sure to be met.
  package var conditions: [VirtualQuestion.Condition] = []
  package var columns: UInt64 = 0
  /// In units of a row read.
  package var cost = 1e6
  package var rows: Int64 = 1_000_000
  /// The columns of which equal rows come one after another; SQLite relies on it when they are all that the question wants
  /// so.
  package var together: [Int] = []
  /// What is read, for people.
  package var words = ""

  package init() {}
}

/// What a query or a report answers: named columns and rows of cells.
package struct ResultTable: Equatable, Sendable {
  package var columns: [ResultColumn]
  /// Each row has one cell for each column, in the order of `columns`.
  package var rows: [[Cell]]

  package init(columns: [ResultColumn], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }
}

/// A column of a result: its name, and what is known about its cells.
package struct ResultColumn: Equatable, Sendable {
  package var name: String
  /// `nil` when nothing was declared: each cell then speaks for itself, as SQLite's do.
  package var type: ResultType?
  /// What its numbers count or measure: `ms`, `deliveries`; `nil` when they have no unit.
  package var unit: String?
  /// The digits after the point that a real number is printed with; `nil` for as many as it needs.
  package var fractionDigits: Int?

  package init(_ name: String, _ type: ResultType? = nil, unit: String? = nil, fractionDigits: Int? = nil) {
    self.name = name
    self.type = type
    self.unit = unit
    self.fractionDigits = fractionDigits
  }

  /// A column of shares from 0 to 1, with the six digits that every share is exported with.
  package static func share(_ name: String) -> ResultColumn {
    ResultColumn(name, .real, unit: "share", fractionDigits: 6)
  }
}

/// What the cells of a column are, apart from NULL.
package enum ResultType: String, Sendable {
  case integer, real, text, blob
  /// Text that may look like a number and must never be taken for one: a message, a device, an AppKey.
  case identifier
  /// A day, as text: `2026-09-21`.
  case date
  /// A moment, as text of ISO 8601 with offset and milliseconds.
  case time = "datetime"
  /// `true` or `false`, as text.
  case boolean
}

/// One value of a result.
package enum Cell: Hashable, Sendable {
  /// Not measured, which is neither 0 nor empty text.
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package var isNull: Bool { self == .null }

  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }
}

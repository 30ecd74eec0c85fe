package import ReceiptModel

/// A column of a data set: its definition, and what holds of every value in it.
package struct DataColumn: Sendable {
  package var column: ResultColumn
  package var definition: String
  /// Whether no row leaves it empty.
  package var isRequired = false
  /// The least and the greatest value there can be; `nil` where there is no such limit.
  package var minimum: Int?
  package var maximum: Int?

  package init(_ column: ResultColumn, _ definition: String) {
    self.column = column
    self.definition = definition
  }

  package var name: String { column.name }
}

extension DataColumn {
  /// An id, which the CSV always quotes.
  package static func id(_ name: String, _ definition: String, isRequired: Bool = true) -> DataColumn {
    of(.identifier, name, definition, isRequired: isRequired)
  }

  package static func text(_ name: String, _ definition: String, isRequired: Bool = false) -> DataColumn {
    of(.text, name, definition, isRequired: isRequired)
  }

  /// The cohort day that most data sets begin with.
  package static let day = day("cohort day in the report's time zone")

  package static func day(_ definition: String) -> DataColumn {
    of(.date, "day", definition, isRequired: true)
  }

  /// The channel that the cohort columns share.
  package static let channel = text("channel", "push channel; empty when unknown")

  package static func time(_ name: String, _ definition: String, isRequired: Bool = false) -> DataColumn {
    of(.time, name, definition, isRequired: isRequired)
  }

  /// A moment since 1970; empty when it was not seen.
  package static func epoch(_ name: String, _ definition: String, unit: String = "ms UTC") -> DataColumn {
    DataColumn(ResultColumn(name, .integer, unit: unit), definition)
  }

  /// Seconds since 1970, filled in every row, which Grafana takes for a time.
  package static func seconds(_ name: String, _ definition: String) -> DataColumn {
    var column = epoch(name, definition, unit: "s UTC")
    column.isRequired = true
    return column
  }

  package static func boolean(_ name: String, _ definition: String) -> DataColumn {
    of(.boolean, name, definition, isRequired: true)
  }

  /// A number of things, which is never below zero.
  ///
  /// - Parameter isRequired: whether it was always counted, so that an empty cell would be a mistake.
  package static func count(
    _ name: String, _ definition: String, unit: String = "deliveries", isRequired: Bool = true
  ) -> DataColumn {
    var column = DataColumn(ResultColumn(name, .integer, unit: unit), definition)
    column.isRequired = isRequired
    column.minimum = 0
    return column
  }

  /// How long something took; below zero where two clocks disagree.
  package static func milliseconds(_ name: String, _ definition: String) -> DataColumn {
    DataColumn(ResultColumn(name, .integer, unit: "ms"), definition)
  }

  /// A fraction from 0 to 1; empty when there is nothing to divide by.
  package static func share(_ name: String, _ definition: String) -> DataColumn {
    var column = DataColumn(.share(name), definition)
    column.minimum = 0
    column.maximum = 1
    return column
  }

  private static func of(_ type: ResultType, _ name: String, _ definition: String, isRequired: Bool)
    -> DataColumn
  {
    var column = DataColumn(ResultColumn(name, type), definition)
    column.isRequired = isRequired
    return column
  }
}

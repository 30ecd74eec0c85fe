import Assets
import ReceiptModel

/// A view that users may rely on, with what `schema` prints about it.
///
/// It is a file of `queries/ledger/views`, whose first comment says what a row is and what the columns are.
package struct PublicView: Sendable {
  package var name: String
  /// What one row is.
  package var row: String
  package var columns: [PublicColumn]
  /// The SELECT behind the view.
  var sql: String

  /// Every public view, in the order in which `schema` prints them and a new ledger creates them.
  package static let all = AssetFiles.names(in: "queries/ledger/views", ending: ".sql").map(PublicView.init)

  static func named(_ name: String) -> PublicView {
    guard let view = all.first(where: { $0.name == name }) else {
      preconditionFailure("there is no view \(name)")
    }
    return view
  }

  private init(_ name: String) {
    let text = LedgerSQL.text("views/\(name)", Self.places(of: name))
    let header = QueryHeader(of: text)
    self.name = name
    row = header.question
    columns = header.columns.map(PublicColumn.init)
    sql = QueryHeader.statement(of: text)
  }

  /// The values of the places that only one view has.
  private static func places(of name: String) -> [String: String] {
    switch name {
    case "flags": ["flagged": flagsQuery(asOf: nil)]
    case "evidence": evidencePlaces
    case "told": ["tellings": AttributionDefinition.rows("d.message_ref, d.device, d.app_ref")]
    case "extension_runs", "extension_steps": stepPlaces(of: "SELECT * FROM step")
    case "attachment_failures":
      stepPlaces(of: "SELECT * FROM step WHERE step = \(ExtensionStep.attachmentFailed.number)")
    case "totals": countedPlaces(of: "SELECT message_ref FROM total")
    case "tallies": countedPlaces(of: "SELECT message_ref FROM tally")
    case "moment": momentPlaces()
    case "campaigns": ["deliveries": RollupDefinition.jobs]
    case "events": ["events": cohortEvents]
    case "devices": ["pushes": devicePushes, "opened_device": openedDevice]
    case "app_opens": ["opened_device": openedDevice]
    default: [:]
    }
  }
}

extension PublicView {
  /// What the pushes to each device say of it.
  private static let devicePushes = LedgerSQL.statement(
    "definitions/device-pushes", ["category": LedgerSQL.statement("definitions/failure-category")])
  /// Every event, with the time of its cohort.
  static let cohortEvents = LedgerSQL.statement("definitions/cohort-events")
  static let openedDevice = LedgerSQL.statement("definitions/opened-device")
}

/// A column of a public view.
package struct PublicColumn: Sendable {
  package var name: String
  /// `text`, `integer` or `real`.
  package var type: String
  /// `ms` since 1970 UTC for times, `ms` for durations, `count`, `0/1`, `share` from 0 to 1, or empty.
  package var unit: String
  package var meaning: String

  /// Columns with a unit are whole numbers, but for shares, and those without are text.
  init(_ column: QueryHeader.Column) {
    name = column.name
    type = column.unit == nil ? "text" : column.unit == "share" ? "real" : "integer"
    unit = column.unit ?? ""
    meaning = column.meaning
  }
}

extension Schema {
  static var publicViews: String {
    // `moment` comes last in print and first in creation: the flags look at it.
    let ordered =
      PublicView.all.filter { $0.name == "moment" } + PublicView.all.filter { $0.name != "moment" }
    return ordered.map { "CREATE VIEW \($0.name) AS \($0.sql);" }.joined(separator: "\n")
  }
}

/// A view that users may rely on, with what `schema` prints about it.
package struct PublicView: Sendable {
  package var name: String
  /// What one row is.
  package var row: String
  package var columns: [PublicColumn]
  /// The SELECT behind the view.
  var sql: String

  /// Every public view, in the order in which `schema` prints them and a new ledger creates them.
  package static let all: [PublicView] =
    [
      .deliveries, .events, .messages, .files, .rejects, .flags, .hourly, .hourlyVersions, .hourlyLatency,
      .hourlyFailures, .hourlyEvents,
    ] + besideEvents + ofLoads + [.published, .moment]

  /// Those over facts that stand beside the events, and over what follows from them.
  static let besideEvents: [PublicView] = [
    .links, .evidence, .told, .tokens, .appOpens, .payloads, .pushes, .extensionRuns, .extensionSteps,
    .attachmentFailures, .totals, .tallies,
  ]
}

/// A column of a public view.
package struct PublicColumn: Sendable {
  package var name: String
  /// `text` or `integer`.
  package var type: String
  /// `ms` since 1970 UTC for times, `ms` for durations, `count`, `0/1`, or empty.
  package var unit: String
  package var meaning: String

  init(_ name: String, _ type: String, _ unit: String, _ meaning: String) {
    self.name = name
    self.type = type
    self.unit = unit
    self.meaning = meaning
  }

  static func text(_ name: String, _ meaning: String) -> PublicColumn {
    PublicColumn(name, "text", "", meaning)
  }
  static func time(_ name: String, _ meaning: String) -> PublicColumn {
    PublicColumn(name, "integer", "ms UTC", meaning)
  }
  static func duration(_ name: String, _ meaning: String) -> PublicColumn {
    PublicColumn(name, "integer", "ms", meaning)
  }
  static func count(_ name: String, _ meaning: String) -> PublicColumn {
    PublicColumn(name, "integer", "count", meaning)
  }
  static func yesNo(_ name: String, _ meaning: String) -> PublicColumn {
    PublicColumn(name, "integer", "0/1", meaning)
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

import Assets
import Foundation
import Ledger
import SQLite
import TestSupport
import Testing

/// A folder as an engine leaves it, written from the model in SQLite.
struct WrittenRun {
  let folder: ScratchFolder
  var path: String { folder.url.path }

  private static let views = [
    "channel_hour", "version_hour", "latency_hour", "failure_hour", "event_hour", "flag_hour", "flag_sample",
  ]

  /// - Parameters:
  ///   - lines: of the log; all of them gave events.
  ///   - rejected: further lines, by reason.
  init(
    _ model: ModelRun, settings: LedgerSettings, lines: Int, rejected: [String: Int] = [:],
    run: String = "run-1"
  ) throws {
    try self.init(Self.relations(model, settings: settings, lines: lines, rejected: rejected, run: run))
  }

  /// - Parameter relations: their rows, as `relations` gives them.
  init(_ relations: [String: [String]]) throws {
    folder = try ScratchFolder()
    for (relation, rows) in relations { try write(rows, to: relation) }
  }

  /// The rows of every relation.
  static func relations(
    _ model: ModelRun, settings: LedgerSettings, lines: Int, rejected: [String: Int] = [:],
    run: String = "run-1"
  ) throws -> [String: [String]] {
    var relations: [String: [String]] = [:]
    for view in views { relations[view] = try rows(of: view, in: model.database) }
    let refused = rejected.values.reduce(0, +)
    relations["rejected_reason"] = rejected.sorted { $0.key < $1.key }.map {
      "{\"reason\":\"\($0.key)\",\"lines\":\($0.value)}"
    }
    let head = """
      {"format":1,"run":"\(run)","engine":"sqlite","engine_version":"\(Database.libraryVersionName)",
      """
    let rule = try rows(of: "rule", in: model.database)[0].dropFirst().dropLast()
    let counted = try rows(of: "manifest", in: model.database)[0].dropFirst()
    relations["manifest"] = [
      """
      \(head)\(rule),"settings":"\(settings.modelDigest)","lines":\(lines + refused),"corrupt_lines":0,\
      "rejected_lines":\(refused),"ignored_lines":0,"event_lines":\(lines),\(counted)
      """
    ]
    return relations
  }

  /// Replaces the rows of a relation.
  func write(_ rows: [String], to relation: String) throws {
    try folder.write(rows.map { $0 + "\n" }.joined(), to: "\(relation)/part-00000.json")
    try folder.write("", to: "\(relation)/_SUCCESS")
  }

  func text(of relation: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: "\(relation)/part-00000.json"), encoding: .utf8)
  }

  /// Changes the text of a relation; the first place only.
  func change(_ relation: String, _ old: String, to new: String) throws {
    let before = try text(of: relation)
    let range = try #require(before.range(of: old), "\(relation) does not hold \(old)")
    try folder.write(
      before.replacingCharacters(in: range, with: new), to: "\(relation)/part-00000.json")
  }

  /// Each row of a view as JSON, with all its columns.
  private static func rows(of view: String, in database: Database) throws -> [String] {
    let columns = try database.prepare("SELECT * FROM \(view)")
    let members = (0..<columns.columnCount).map { columns.columnName($0) }.map { "'\($0)', \($0)" }
    let statement = try database.prepare(
      "SELECT json_object(\(members.joined(separator: ", "))) FROM \(view)")
    var rows: [String] = []
    while try statement.step() { rows.append(statement.text(0)) }
    return rows
  }
}

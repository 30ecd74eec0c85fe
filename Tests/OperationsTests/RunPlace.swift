import ConfigurationReading
import Engines
import Foundation
import Importing
import Ledger
import Loading
import Publishing
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Operations

/// A folder with logs, a ledger, a configuration and what it names, and what runs write there.
struct RunPlace {
  let folder: ScratchFolder
  var settings: [String: String] = [:]
  var version = "1"
  var asOf: String?
  var since: String?

  init() throws {
    folder = try ScratchFolder()
    for name in ["reports", "queries", "logs"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: false)
    }
    settings["run"] = "{reports: ['daily', 'own'], formats: ['markdown', 'json']}"
    for name in ["reports", "queries"] { settings["\(name)Folder"] = "'\(folder.path(name))'" }
    try folder.write("# Own\n\n{{query mine}}\n", to: "reports/own.md")
    try folder.write("SELECT count(*) AS n FROM deliveries", to: "queries/mine.sql")
  }

  var session: Session {
    get throws {
      let text = settings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      let path = try folder.write("{\(text)}", to: "pushledger.json5")
      return try Session(
        .init(configurationPath: path, databasePath: folder.path("a.db")),
        interruption: Interruption(isRequested: { false }, isOverdue: { false }), toolVersion: version)
    }
  }

  /// A run of the logs, or of the ledger as it is, into a folder of some name.
  @discardableResult func run(into output: String = "out", importing: Bool = true) throws -> RunEntry {
    var request = RunRequest()
    request.sources = [ImportSource(argument: folder.path("logs"))]
    request.importsNothing = !importing
    request.output = folder.path(output)
    (request.asOf, request.since) = (asOf, since)
    let session = try session
    return try Run(RunPlan(request, in: session), in: session) { ending in
      if case .judged(let state) = ending { Int32(state.rawValue) } else { 1 }
    }.perform().entry
  }

  /// What a reader who follows `current` finds, by the names of the files.
  func published(in output: String = "out") throws -> [String: Data] {
    let path = folder.path(output) + "/current"
    return try FileManager.default.contentsOfDirectory(atPath: path).reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(filePath: "\(path)/\($1)"))
    }
  }

  /// Whether a run made sure of what counts, rather than seeing at once that it stands.
  func looksAgain(_ run: () throws -> Void) throws -> Bool {
    let note = { try FileManager.default.attributesOfItem(atPath: folder.path("out/current.basis")) }
    let before = try note()[.systemFileNumber] as? Int
    try run()
    return try note()[.systemFileNumber] as? Int != before
  }

  /// Adds a log of pushes to four devices each, some of which answer.
  func write(
    _ pushes: Range<Int>, at start: Int64, to name: String, using random: inout SeededGenerator
  ) throws {
    var text = ""
    for push in pushes {
      for device in 1...4 {
        let sent = start + Int64(push * 40_000 + device)
        text += Self.line("sent", push, device, at: sent)
        if Bool.random(using: &random) {
          text += Self.line("ext_ack", push, device, at: sent + .random(in: 200...40_000, using: &random))
        }
      }
    }
    try folder.write(text, to: name)
  }

  private static func line(_ type: String, _ push: Int, _ device: Int, at time: Int64) -> String {
    """
    {"app_key":"24700001","message_id":"\(push)","device_id":"d\(device)","device_type":"iOS",\
    "event_channel":"apns","event_type":"\(type)","event_time":"\(time)"}

    """
  }

  /// Takes the sums of a day into the ledger, or its own again.
  func load(_ day: String, of log: String) throws {
    let session = try session
    let output = folder.path("sums-\(try folder.names().count)")
    let rollup = try Rollup(
      of: #require(DayRange(day)), by: .sqlite, reading: [folder.path(log)], assumeTimeZone: nil, in: session)
    _ = try rollup.compute(output: output, master: SparkMaster("local"), arguments: [], timeout: nil)
    try RollupLoad(in: session, mostRejects: .lines(0)).load([output], waiting: 0) { _ in }
  }

  func prune(before time: Int64) throws {
    try session.withWritableLedger(waiting: 0) { store in
      _ = try Pruner(store, PruneRule(before: time)).run { false }
    }
  }
}

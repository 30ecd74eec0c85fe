import Foundation
import ReceiptModel
import Simulation
import TestSupport

/// The same log with a defect and without it, read back from its lines and put together by push.
struct PairedLogs: Sendable {
  /// One message to one device.
  struct Push: Hashable {
    var message: String
    var device: String
  }

  typealias Record = [String: String]
  typealias Pushes = [Push: [Record]]

  let with: Pushes
  let without: Pushes
  let planted: Truth.Planted
  /// All lines of the log with the defect.
  let records: [Record]
  let truth: Truth

  var site: DefectSite { planted.site }
  var appKey: String { site.appKey.map { "\($0)" } ?? "" }

  struct NotPlanted: Error {}

  init(_ defect: Defect, _ size: DefectSize = .medium) throws {
    let planting = Planting(defect: defect, size: size)
    self = try Self.known.value(of: planting) { try PairedLogs(writing: planting) }
  }

  private struct Planting: Hashable {
    var defect: Defect
    var size: DefectSize
  }

  private static let known = Known<Planting, PairedLogs>()

  private init(writing planting: Planting) throws {
    let (log, truth) = write(Self.scenario(with: planting.defect, planting.size))
    guard let planted = truth.defects.first, truth.defects.count == 1 else { throw NotPlanted() }
    self.planted = planted
    self.truth = truth
    let healthy = try Self.healthy.get()
    records = try Self.records(log, known: healthy.records)
    with = Self.pushes(records)
    without = healthy.pushes
  }

  /// Few devices, so that each gets a push or two a day.
  static let scenario: Scenario = {
    var scenario = Scenario(seed: 21, events: 24_000)
    scenario.days = 8
    scenario.devices = 1_000
    scenario.opens = 0.2
    scenario.awkwardNames = 0
    scenario.defects = []
    return scenario
  }()

  static func scenario(with defect: Defect, _ size: DefectSize) -> Scenario {
    var scenario = scenario
    scenario.defects = [defect]
    scenario.defectSize = size
    return scenario
  }

  /// What a defect did, without its log.
  static func planted(_ defect: Defect, _ size: DefectSize) throws -> Truth.Planted {
    var simulator = Simulator(scenario(with: defect, size))
    while simulator.next() != nil {}
    guard let planted = simulator.truth.defects.first else { throw NotPlanted() }
    return planted
  }

  /// The log without a defect, and its records by their lines.
  private static let healthy = Result {
    let records = try PairedLogs.records(write(scenario).log, known: [:])
    return (
      pushes: pushes(records),
      records: Dictionary(records.map { ($0["line"] ?? "", $0) }) { first, _ in first }
    )
  }

  /// The lines, each with the values that tests ask for and, as `line`, all of it.
  ///
  /// A plain split, ten times as fast as reading every field by the JSON parser, which gets what has escapes.
  ///
  /// - Parameter known: records by their lines; most lines of a log with a defect stand in the one without it, too.
  private static func records(_ log: [UInt8], known: [String: Record]) throws -> [Record] {
    try log.lines.map { line in
      if let record = known[line] { return record }
      var record: Record = [:]
      if line.contains("\\") {
        record = try ParsedLog(Array(line.utf8), shape: .jsonLines).records.first ?? [:]
      } else {
        let members = line.dropFirst(2).dropLast(2).components(separatedBy: "\",\"")
        for (place, name) in fields { record[name] = String(members[place].dropFirst(name.utf8.count + 3)) }
      }
      record["line"] = line
      return record
    }
  }

  /// Where fields stand in a line.
  private static let fields = [
    (0, "__time__"), (4, "app_key"), (5, "message_id"), (6, "event_time"), (7, "event_type"),
    (8, "device_id"),
    (9, "device_type"), (11, "app_version"), (14, "network_type"), (16, "os_version"), (19, "event_channel"),
    (21, "reason"),
  ]

  private static func pushes(_ records: [Record]) -> Pushes {
    Dictionary(grouping: records) { Push(message: $0["message_id"] ?? "", device: $0["device_id"] ?? "") }
  }

  /// The pushes of which the two logs do not say the same.
  var changed: Set<Push> {
    Set(without.keys).union(with.keys).filter { push in
      let lines = with[push] ?? []
      let former = without[push] ?? []
      // Equal lines may stand in another order where some were moved; counting them takes long.
      return lines != former && counts(lines) != counts(former)
    }
  }

  private func counts(_ records: [Record]) -> [Record: Int] {
    records.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The lines that one of the logs has of a push and the other has not.
  func difference(_ push: Push) -> [Record] {
    var counts = counts(with[push] ?? [])
    for record in without[push] ?? [] { counts[record, default: 0] -= 1 }
    return counts.filter { $0.value != 0 }.map(\.key)
  }

  /// The pushes that were sent and whose `sent` satisfies a condition.
  func sent(in pushes: Pushes, where holds: (Record) -> Bool) -> Set<Push> {
    Set(pushes.filter { $0.value.contains { $0["event_type"] == "sent" && holds($0) } }.keys)
  }

  /// How many of some pushes have an event.
  func count(_ type: String, of pushes: Set<Push>, in log: Pushes) -> Int {
    pushes.count { push in (log[push] ?? []).contains { $0["event_type"] == type } }
  }

  func share(_ type: String, of pushes: Set<Push>, in log: Pushes) -> Double {
    Double(count(type, of: pushes, in: log)) / Double(max(1, pushes.count))
  }

  /// The first time of an event by the server's clock in whole seconds.
  func time(_ type: String, of push: Push, in log: Pushes) -> Int64? {
    (log[push] ?? []).filter { $0["event_type"] == type }.compactMap(\.time).min()
  }

  /// Milliseconds from the first send to the first ack.
  func latency(_ push: Push, in log: Pushes) -> Int64? {
    guard let sent = time("sent", of: push, in: log), let ack = time("ext_ack", of: push, in: log)
    else { return nil }
    return ack - sent
  }
}

extension PairedLogs.Record {
  /// `event_time`, milliseconds.
  var time: Int64? { self["event_time"].flatMap { Int64($0) } }
  var isIOS: Bool { self["device_type"] == "iOS" }
}

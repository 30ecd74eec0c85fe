import Foundation
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Questions get the same rows whether the relations are read by pages or are the plain views.
struct QueryRelationTests {
  private static let hour: Int64 = 3_600_000

  /// Pushes of several sources with repeats, links, payloads and untidy names, spread over some days.
  private static func ledger(_ seed: UInt64, _ path: String) throws {
    var random = SeededGenerator(seed: seed)
    var lines = RandomLinks(300, seed: seed, casts: 4).lines
    lines += randomEvents(500, messages: 9, seed: seed).map { .event($0) }
    lines = lines.map { line in
      guard case .event(var event) = line else { return line }
      event.time += Int64.random(in: 0..<60, using: &random) * hour
      return .event(event)
    }
    lines += (0..<12).map { place in
      let lint: PayloadLint = Bool.random(using: &random) ? .alertMissing : []
      return .note(.payload(PayloadNote(app: "k1", message: "m\(place % 9 + 1)", lint: lint, bytes: 100)))
    }
    let devices = ["token-a", "Token-A", "ffffffffffffffffffffffffffffff02", "seen-only"]
    for device in devices {
      let time = 1_790_000_000_000 + Int64.random(in: 0..<60, using: &random) * hour
      lines.append(.note(.appOpen(AppOpenNote(source: "analytics", app: "k1", device: device, time: time))))
      lines.append(
        .event(
          PlainEvent(
            app: "k1", message: "m1", device: device, kind: .arriveFailed, time: time,
            attributes: [
              .channel: "huawei", .reason: ["5", "6#notify disabled"].randomElement(using: &random) ?? "",
            ])))
    }
    lines.append(.note(.token(TokenNote(token: "Token-A", device: "token-a", from: 0))))
    _ = try LinkedLedger.write([[lines.shuffled(using: &random)]], path)
  }

  private static func values(_ gate: QueryGate) throws -> [String: [String: [String]]] {
    var values: [String: [String: [String]]] = [:]
    for relation in RandomQuestion.relations {
      let view = try #require(PublicView.all.first { $0.name == relation })
      for column in view.columns {
        let rows = try gate.run(
          "SELECT DISTINCT quote(\(column.name)) FROM \(relation) ORDER BY 1 LIMIT 9"
        ).rows
        values[relation, default: [:]][column.name] =
          rows.map { $0[0].text } + ["'none'", "7", "1.5", "1790000000000.5", "''", "X'01'"]
      }
    }
    return values
  }

  private static func rows(_ gate: QueryGate, _ sql: String) throws -> [String] {
    try gate.run(sql).rows.map { row in row.map { "\($0)" }.joined(separator: " | ") }.sorted()
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `random questions have the rows of the plain views`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let path = folder.path("l.db")
    try Self.ledger(seed, path)
    let plain = try QueryGate(path: path)
    // So little memory that groups come from many runs.
    let tables = [
      QueryTable("deliveries") { try DeliveryRelation($0, memory: 2000, eventsOfOneThread: 0) },
      QueryTable("messages") { try MessageRelation($0, eventsOfOneThread: 0) },
      QueryTable("campaigns") { try CampaignRelation($0) },
      QueryTable("devices") { try DeviceRelation($0, memory: 4000) },
    ]
    let fast = try QueryGate(path: path, words: QueryWords(tables: tables))
    var questions = RandomQuestion(seed: seed, values: try Self.values(plain))
    var found = 0
    for _ in 0..<150 {
      let sql = questions.next()
      let expected = try Self.rows(plain, sql)
      #expect(try Self.rows(fast, sql) == expected, "\(sql)")
      found += expected.isEmpty ? 0 : 1
    }
    #expect(found > 50)
  }

  @Test func `a push sent again under two AppKeys has its latencies when both are put together`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("l.db")
    let lines = [("d1", "k1"), ("d2", "k2"), ("d3", "k1")].flatMap { device, app in
      [(EventKind.sent, 0), (.sent, 60_000), (.extAck, 65_000)].map { kind, after in
        RandomLinks.Line.event(
          PlainEvent(app: app, message: "m1", device: device, kind: kind, time: 1_790_000_000_000 + after))
      }
    }
    _ = try LinkedLedger.write([[lines]], path)
    let gate = try QueryGate(path: path, words: QueryWords(tables: LedgerRelations.all))
    let rows = try gate.run(
      "SELECT message_id, app_key, sum(ack_latency_ms) FROM deliveries GROUP BY 1, 2 ORDER BY 2"
    ).rows
    #expect(rows.map { $0[2] } == [.integer(10_000), .integer(5_000)])
  }

  @Test(arguments: [1000, 1 << 20])
  func `devices stand together whatever their ids look like`(memory: Int) throws {
    let folder = try ScratchFolder()
    let path = folder.path("l.db")
    let ids = [
      "", "a", "ab", "abcdefgh", "Abc", "ffffffffffffffffffffffffffffff01",
      "0123456789abcdef0123456789abcdef",
    ]
    let long = (0..<40).map { "a-device-with-a-long-common-beginning-\($0 % 8)" }
    let lines = (0..<5).flatMap { message in
      (ids + long).enumerated().map { place, device in
        RandomLinks.Line.event(
          PlainEvent(
            app: "k\(place % 2)", message: "m\(message)", device: device, kind: .sent,
            time: 1_790_000_000_000 + Int64(place), attributes: [.channel: ["apns", "huawei"][place % 2]]))
      }
    }
    _ = try LinkedLedger.write([[lines]], path)
    let plain = try QueryGate(path: path)
    let tables = [QueryTable("deliveries") { try DeliveryRelation($0, memory: memory, eventsOfOneThread: 0) }]
    let fast = try QueryGate(path: path, words: QueryWords(tables: tables))
    for sql in [
      "SELECT device_id, count(*) FROM deliveries GROUP BY 1",
      "SELECT channel, device_id, count(*) FROM deliveries GROUP BY 1, 2",
      "SELECT channel, count(DISTINCT device_id), count(*) FROM deliveries GROUP BY 1",
      "SELECT DISTINCT device_id FROM deliveries", "SELECT count(DISTINCT device_id) FROM deliveries",
      "SELECT count(DISTINCT device_id) FROM deliveries WHERE device_id <> '' AND sent_at > 0",
      "SELECT group_concat(id) FROM (SELECT device_id AS id FROM deliveries ORDER BY lower(device_id) DESC)",
      "SELECT device_id FROM deliveries ORDER BY 1 LIMIT 20", "SELECT max(device_id) FROM deliveries",
    ] {
      #expect(try Self.rows(fast, sql) == Self.rows(plain, sql), "\(sql)")
    }
  }

  @Test(arguments: ["<", "<=", "=", ">=", ">", "<>"])
  func `a time is compared with what stands in the question as SQLite does`(comparison: String) throws {
    let folder = try ScratchFolder()
    let path = folder.path("l.db")
    try Self.ledger(1, path)
    let plain = try QueryGate(path: path)
    let fast = try QueryGate(
      path: path, words: QueryWords(tables: [QueryTable("deliveries") { try DeliveryRelation($0) }]))
    let times = try plain.run(
      "SELECT CAST(sent_at AS TEXT) FROM deliveries WHERE sent_at > 0 ORDER BY 1"
    ).rows
    let time = try #require(Int64(times[times.count / 2][0].text))
    let ends = [
      "9223372036854775807", "-9223372036854775808", "0", "NULL", "'\(time)'", "\(time).5",
      "(SELECT \(time))",
    ]
    for value in ["\(time - 1)", "\(time)", "\(time + 1)"] + ends {
      for condition in ["sent_at \(comparison) \(value)", "\(value) \(comparison) acked_at AND sent_at > 5"] {
        for columns in ["message_id, count(*)", "channel, count(*)", "channel, max(opened_at)"] {
          let sql = "SELECT \(columns) FROM deliveries WHERE \(condition) GROUP BY 1"
          #expect(try Self.rows(fast, sql) == Self.rows(plain, sql), "\(sql)")
        }
      }
    }
  }

  @Test(arguments: Array(1...30) as [UInt64])
  func `a damaged ledger is an error or other rows, never a crash`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    try Self.ledger(7, folder.path("l.db"))
    let whole = try QueryGate(path: folder.path("l.db"))
    var questions = RandomQuestion(seed: seed, values: try Self.values(whole))
    var random = SeededGenerator(seed: seed)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("l.db")))
    for _ in 0..<Int.random(in: 10...2000, using: &random) {
      // Behind the first page, of which SQLite itself makes sense.
      bytes[Int.random(in: 4096..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    try bytes.write(to: URL(fileURLWithPath: folder.path("d.db")))
    let tables = [
      QueryTable("deliveries") { try DeliveryRelation($0, memory: 2000, eventsOfOneThread: 0) },
      QueryTable("messages") { try MessageRelation($0, eventsOfOneThread: 0) },
      QueryTable("campaigns") { try CampaignRelation($0) },
      QueryTable("devices") { try DeviceRelation($0, memory: 4000) },
    ]
    guard let gate = try? QueryGate(path: folder.path("d.db"), words: QueryWords(tables: tables)) else {
      return
    }
    for _ in 0..<30 {
      do { _ = try gate.run(questions.next()) } catch let error as SQLiteError {
        #expect([.corrupt, .ioError, .full].contains(error.code.primary), "\(error)")
      } catch let failure as QueryFailure {
        guard case .stopped = failure else {
          Issue.record("\(failure)")
          continue
        }
      }
    }
  }

  @Test(arguments: [
    "UPDATE delivery SET message_ref = -1 - message_ref",
    "UPDATE delivery SET device = -4611686018427387905 WHERE device = (SELECT max(device) FROM delivery)",
    "UPDATE delivery SET base_ms = 4611686018427387904",
    "UPDATE repeat SET kind = -124 WHERE at_ms = (SELECT max(at_ms) FROM repeat)",
  ])
  func `numbers that nobody wrote are an error or other rows, and every question ends`(damage: String) throws
  {
    let folder = try ScratchFolder()
    try Self.ledger(7, folder.path("l.db"))
    try Database(path: folder.path("l.db"), mode: .readWrite).execute(damage)
    let gate = try QueryGate(path: folder.path("l.db"), words: QueryWords(tables: LedgerRelations.all))
    for sql in [
      "SELECT * FROM deliveries", "SELECT message_id, app_key, count(*) FROM deliveries GROUP BY 1, 2",
      "SELECT * FROM messages",
    ] {
      do { _ = try gate.run(sql) } catch let error as SQLiteError {
        #expect(error.code.primary == .corrupt, "\(error)")
      } catch let failure as QueryFailure {
        guard case .stopped = failure else {
          Issue.record("\(failure)")
          continue
        }
      }
    }
  }

  @Test(arguments: seeds(0..<4 as Range<UInt64>), [false, true])
  func `the counters of all campaigns are those of all hours`(seed: UInt64, isFast: Bool) throws {
    let folder = try ScratchFolder()
    try Self.ledger(seed, folder.path("l.db"))
    let gate = try QueryGate(
      path: folder.path("l.db"), words: QueryWords(tables: isFast ? LedgerRelations.all : []))
    let sums = Count.allCases.map { "total(\($0.name))" }.joined(separator: ", ")
    let campaigns = try gate.run("SELECT app_key, \(sums) FROM campaigns GROUP BY 1 ORDER BY 1").rows
    #expect(try campaigns == gate.run("SELECT app_key, \(sums) FROM hourly GROUP BY 1 ORDER BY 1").rows)
    #expect(campaigns.count > 1)
  }

  @Test func `a private table is as closed as before`() throws {
    let folder = try ScratchFolder()
    try Self.ledger(2, folder.path("l.db"))
    let relations = PublicView.all.map { QueryWords.Relation($0.name, columns: $0.columns.map(\.name)) }
    let gate = try QueryGate(
      path: folder.path("l.db"), words: QueryWords(relations: relations, tables: LedgerRelations.all))
    for sql in [
      "SELECT * FROM delivery", "SELECT * FROM temp.sqlite_schema", "SELECT * FROM sqlite_temp_schema",
      "SELECT * FROM temp.delivery", "SELECT * FROM main.delivery", "SELECT * FROM virtual_deliveries",
      "DROP TABLE deliveries", "DELETE FROM deliveries", "INSERT INTO temp.deliveries VALUES (1)",
    ] {
      #expect(throws: QueryFailure.self, "\(sql)") { try gate.run(sql) }
    }
    #expect(
      try gate.run("SELECT count(*) FROM main.deliveries") == gate.run("SELECT count(*) FROM deliveries"))
  }
}

extension Cell {
  fileprivate var text: String {
    if case .text(let text) = self { text } else { "NULL" }
  }
}

import Foundation
import ReceiptModel
import Simulation
import TestSupport
import Testing

struct WorldTests {
  private func records(_ worlds: Set<World>, seed: UInt64 = 4) throws -> [[String: String]] {
    try ParsedLog(log(worlds, seed: seed), shape: .jsonLines).records
  }

  private func log(_ worlds: Set<World>, seed: UInt64 = 4) -> [UInt8] {
    write(Self.scenario(seed).inWorlds(worlds)).log
  }

  /// Two weeks from a Monday on.
  private static func scenario(_ seed: UInt64) -> Scenario {
    var scenario = Scenario(seed: seed, events: 20_000)
    scenario.days = 14
    return scenario
  }

  private func values(_ field: String, _ records: [[String: String]]) -> Set<String> {
    Set(records.compactMap { $0[field] })
  }

  @Test func `in no other world the log is the tidy one`() {
    #expect(log([]) == write(Self.scenario(4)).log)
  }

  @Test(arguments: World.allCases)
  func `the same seed gives the same bytes, another seed and another world others`(world: World) {
    func log(_ worlds: Set<World>, seed: UInt64 = 4) -> [UInt8] {
      write(Scenario.small(seed: seed).inWorlds(worlds)).log
    }
    let one = log([world])
    #expect(one == log([world]))
    #expect(one != log([world], seed: 5))
    #expect(one != log([]))
  }

  @Test(arguments: LogShape.allCases)
  func `every shape carries the same records`(shape: LogShape) throws {
    let scenario = Scenario.small(seed: 5).inWorlds(World.ofReceipts)
    let plain = write(scenario)
    let (log, truth) = write(scenario, as: shape)
    func filled(_ record: [String: String]) -> [String: String] {
      record.filter { !$0.value.isEmpty && !$0.key.hasPrefix("__time_ns") && !$0.key.hasPrefix("__tag__") }
    }
    #expect(truth == plain.truth)
    #expect(
      try ParsedLog(log, shape: shape).records.map(filled)
        == ParsedLog(plain.log, shape: .jsonLines).records.map(filled))
  }

  @Test(arguments: ["device_id", "message_id"]) func `ids have any form`(field: String) throws {
    let ids = values(field, try records([.ids]))
    #expect(ids.contains { UUID(uuidString: $0) != nil })
    #expect(ids.contains { $0.utf8.count <= 10 })
    #expect(ids.contains { $0.utf8.count == 64 })
    #expect(ids.contains { !$0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(ids.contains { $0.utf8.count == (field == "device_id" ? 32 : 17) })
  }

  @Test func `versions have a long tail`() throws {
    let records = try records([.versions]).filter { $0["event_type"] == "sent" }
    for (field, least) in [("app_version", 50), ("os_version", 25)] {
      let counts = Dictionary(grouping: records.compactMap { $0[field] }) { $0 }.values.map(\.count).sorted()
      #expect(counts.count >= least)
      #expect(try #require(counts.last) > 5 * counts[counts.count / 2])
    }
  }

  @Test func `there are forty AppKeys, most of them small`() throws {
    let records = try records([.apps])
    let counts = Dictionary(grouping: records.compactMap { $0["app_key"] }) { $0 }.values.map(\.count)
      .sorted()
    #expect(counts.count > 30)
    #expect(try #require(counts.last) > 20 * counts[0])
  }

  @Test func `thousands of app versions have a few devices each`() throws {
    let records = try records([.builds])
    let named = records.compactMap { $0["app_version"] }.filter { !$0.isEmpty }
    let counts = Dictionary(grouping: named) { $0 }.values.map(\.count)
    #expect(counts.count > 1_000)
    #expect(try #require(counts.max()) < named.count / 100)
  }

  @Test func `most messages go to one device, beside some campaigns`() throws {
    let records = try records([.singles])
    let audiences = Dictionary(grouping: records) { $0["message_id"] ?? "" }
      .mapValues { Set($0.compactMap { $0["device_id"] }).count }.values
    #expect(audiences.count > 3_000)
    #expect(audiences.count { $0 > 1 } > 5)
    #expect(audiences.max() ?? 0 > 50)
  }

  @Test(
    arguments: [[], [.lifecycles], [.audiences, .lifecycles]] as [Set<World>], 401..<405 as Range<UInt64>)
  func `messages to one device leave the last day its share`(others: Set<World>, seed: UInt64) {
    var scenario = Scenario(seed: seed, events: 20_000)
    scenario.days = 10
    var simulator = Simulator(scenario.inWorlds(others.union([.singles])))
    var sends: [Int64: Int] = [:]
    while let event = simulator.next() {
      guard event.type == .sent else { continue }
      sends[(event.time.milliseconds - scenario.start.milliseconds) / 86_400_000, default: 0] += 1
    }
    let usual = (0..<9).reduce(0) { $0 + sends[$1, default: 0] } / 9
    #expect(10 * sends[9, default: 0] > 6 * usual)
    #expect(sends[10, default: 0] < usual)
    #expect(sends.keys.max() ?? 0 <= 10)
  }

  @Test func `weekends are quiet, and a day has a minute in which half of its messages start`() throws {
    let records = try records([.week])
    var starts: [String: Int64] = [:]
    for record in records where record["event_type"] == "sent" {
      let time = try #require(Int64(record["event_time"] ?? ""))
      starts[record["message_id"] ?? "", default: .max] = min(
        starts[record["message_id"] ?? ""] ?? .max, time)
    }
    // The first day of 1970 was a Thursday.
    let days = Dictionary(grouping: starts.values) { ($0 / 86_400_000 + 3) % 7 }.mapValues(\.count)
    #expect(3 * (days[5] ?? 0) < days[2] ?? 0)
    #expect(3 * (days[6] ?? 0) < days[2] ?? 0)
    let minutes = Dictionary(grouping: starts.values) { $0 / 60_000 }.mapValues(\.count)
    #expect(try #require(minutes.values.max()) > 20)
  }

  @Test func `devices answer days later`() throws {
    func answersDaysLater(_ worlds: Set<World>) throws -> Int {
      let records = try records(worlds)
      var sent: [[String]: Int64] = [:]
      var late = 0
      for record in records {
        let delivery = [record["message_id"] ?? "", record["device_id"] ?? ""]
        let time = try #require(Int64(record["event_time"] ?? ""))
        if record["event_type"] == "sent" { sent[delivery] = min(sent[delivery] ?? .max, time) }
        if record["event_type"] == "ext_ack", let sent = sent[delivery], time > sent + 172_800_000 {
          late += 1
        }
      }
      return late
    }
    #expect(try answersDaysLater([]) == 0)
    #expect(try answersDaysLater([.returns]) > 100)
  }

  /// Of the deliveries of each message: how many were sent, and the shares that were acked and opened.
  private func messages(_ worlds: Set<World>) throws -> [(sent: Int, acked: Double, opened: Double)] {
    try Dictionary(grouping: records(worlds).filter { $0["device_type"] == "iOS" }) { $0["message_id"] ?? "" }
      .values.map { records in
        func devices(_ types: String...) -> Int {
          Set(records.filter { types.contains($0["event_type"] ?? "") }.map { $0["device_id"] }).count
        }
        let sent = devices("sent")
        return (
          sent, Double(devices("ext_ack")) / Double(sent), Double(devices("open", "click")) / Double(sent)
        )
      }
      .filter { $0.sent >= 50 }
  }

  @Test func `campaigns to idle people are answered by few, those to active ones by most`() throws {
    let tidy = try messages([]).map(\.acked).sorted()
    let aimed = try messages([.audiences]).map(\.acked).sorted()
    #expect(tidy.count > 15 && aimed.count > 15)
    #expect(tidy[tidy.count / 10] > 0.8)
    #expect(aimed[aimed.count / 10] < 0.4)
    #expect(aimed[aimed.count * 9 / 10] > 0.65)
  }

  @Test func `of silent pushes nothing shows, nothing is acked or opened`() throws {
    let messages = try messages([.silent])
    let silent = messages.count { $0.acked == 0 && $0.opened == 0 }
    #expect(silent > messages.count / 20 && silent < messages.count / 2)
    #expect(messages.allSatisfy { $0.acked > 0.5 || $0.acked == 0 && $0.opened == 0 })
  }

  @Test func `an app begins, another stops, and new versions are rolled out`() throws {
    let sends = try records([.lifecycles]).filter { $0["event_type"] == "sent" }
    let start = Self.scenario(4).start.milliseconds
    func days(_ records: [[String: String]]) throws -> [Int] {
      try records.map { Int((try #require(Int64($0["event_time"] ?? "")) - start) / 86_400_000) }
    }
    let apps = Dictionary(grouping: sends) { $0["app_key"] ?? "" }
    #expect(apps.count == SimulatedApp.defaults.count + 2)
    let lives = try apps.values.map { try days($0) }.map { ($0.min() ?? 0)...($0.max() ?? 0) }
    #expect(lives.count { $0.lowerBound > 6 } == 1)
    #expect(lives.count { $0.upperBound < 9 } == 1)
    let newest = Set(SimulatedApp.defaults.compactMap { $0.versions.last?.description })
    let shares = try [0..<3, 11..<14].map { span in
      let own = try zip(sends, days(sends)).filter { span.contains($0.1) }.map(\.0)
      return Double(own.count { newest.contains($0["app_version"] ?? "") }) / Double(own.count)
    }
    #expect(shares[0] < 0.05 && shares[1] > 0.15)
  }

  @Test func `fields are missing here and there`() throws {
    let records = try records([.gaps])
    for field in ["app_version", "os_version", "brand", "network_type", "client_ip", "job_key"] {
      let missing = records.count { $0[field] == nil }
      #expect(missing > records.count / 10 && missing < records.count, "\(field)")
    }
  }

  @Test func `records of seven sources stand in one file`() throws {
    let (log, truth) = write(Self.scenario(4).inWorlds([.sources]))
    let records = try log.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let tidy = try self.records([])
    func told(_ types: String..., by channels: String? = nil) -> Int {
      tidy.count {
        types.contains($0["event_type"] ?? "") && $0["device_id"]?.isEmpty == false
          && (channels == nil || $0["event_channel"] == channels)
      }
    }
    func status(_ record: [String: Any]) -> [String: Any] {
      (record["statuses"] as? [[String: Any]])?.first ?? [:]
    }
    func kind(_ record: [String: Any]) -> String {
      (record["event"] as? [String: Any])?["kind"] as? String ?? ""
    }
    #expect(records.count { $0["sent_at"] != nil && $0["status"] == nil } == told("sent"))
    #expect(records.count { $0["status"] as? String == "failed" } == told("sent_fail"))
    #expect(records.count { $0["opened_at"] != nil } == told("open"))
    #expect(records.count { $0["event_type"] as? String == "ext_ack" } == told("ext_ack"))
    #expect(records.count { status($0)["appPackageName"] != nil } == told("arrive", by: "huawei"))
    #expect(records.count { status($0)["appid"] != nil } == told("arrive", by: "honor"))
    #expect(records.count { $0["project_number"] != nil } == told("arrive", by: "fcm"))
    #expect(records.count { kind($0) == "message.push.clicked" } == told("click"))
    #expect(records.count { kind($0) == "message.sms.sent" } == truth.totals.noPushLines)
    #expect(truth.totals.noPushLines > 0)
  }
}

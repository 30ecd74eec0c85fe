import ReceiptModel
import Simulation
import Testing

/// What holds for every defect that rewrites lines.
struct DefectPropertyTests {
  static let rewriting = Defect.allCases.filter { !Defect.usual.contains($0) }

  @Test(arguments: rewriting)
  func `outside its site the log is, line by line, the one without it`(defect: Defect) throws {
    let logs = try PairedLogs(defect)
    let site = logs.site
    let changed = logs.changed
    #expect(changed.isEmpty == (defect == .brokenAttachments))
    let sent = changed.intersection(logs.sent(in: logs.without) { _ in true })
    #expect(sent.count <= logs.planted.affected)
    for push in changed {
      for record in logs.without[push] ?? [] {
        #expect(site.appKey == nil || record["app_key"] == logs.appKey)
        #expect(site.channel == nil || record["event_channel"] == site.channel?.name)
      }
      #expect(logs.planted.messages.isEmpty || logs.planted.messages.contains { "\($0.id)" == push.message })
      for record in logs.difference(push) where defect != .mixShift {
        let time = try #require(record.time)
        #expect(time >= site.since.milliseconds)
        #expect(site.until.map { time < $0.milliseconds } ?? true)
        #expect(record["app_version"] == "" || site.version == nil || record["device_type"] == "iOS")
      }
    }
  }

  @Test(arguments: [Defect.earlyHandler, .lossyVersion, .blockedNetwork, .ackOutage, .throttledChannel])
  func `what it took are the answers that the log without it has and the one with it has not`(defect: Defect)
    throws
  {
    let logs = try PairedLogs(defect)
    let answered = [logs.with, logs.without].map { log in
      logs.sent(in: log) { _ in true }.filter { push in
        (log[push] ?? []).contains { $0["event_type"] == ($0.isIOS ? "ext_ack" : "arrive") }
      }
    }
    #expect(logs.planted.lost == answered[1].subtracting(answered[0]).count)
    #expect(logs.planted.lost > 10)
    #expect(logs.planted.lost <= logs.planted.visible)
    #expect(logs.planted.answered + logs.planted.lost <= logs.planted.affected)
  }

  @Test(arguments: rewriting)
  func `a larger defect is seen in more deliveries`(defect: Defect) throws {
    let planted = try DefectSize.allCases.map { try PairedLogs.planted(defect, $0) }
    #expect(planted[0].visible <= planted[1].visible)
    #expect(planted[1].visible <= planted[2].visible)
    // All acks of the app are slow at any size; by how much is another test.
    if defect != .slowAcks { #expect(planted[0].visible < planted[2].visible) }
    for one in planted {
      #expect(one.visible <= one.affected)
      #expect(one.affectedOfDay.values.reduce(0, +) == one.affected)
    }
  }

  @Test(arguments: rewriting)
  func `no defect is planted in an app that begins late or ends early`(defect: Defect) {
    for seed in UInt64(1)...6 {
      var scenario = Scenario(seed: seed, events: 2_000)
      let apps = scenario.apps.map(\.key)
      scenario.defects = [defect]
      var simulator = Simulator(scenario.inWorlds([.lifecycles]))
      while simulator.next() != nil {}
      let sites = simulator.truth.defects.map(\.site)
      #expect(sites.count == 1)
      #expect(sites.compactMap(\.appKey).allSatisfy(apps.contains))
    }
  }

  @Test(arguments: Defect.allCases)
  func `every defect has a finding that names it`(defect: Defect) {
    #expect(!defect.expected.isEmpty)
    #expect(Set(defect.expected).isDisjoint(with: defect.consequences))
  }

  @Test(arguments: Defect.usual)
  func `the usual defects come in other sizes`(defect: Defect) throws {
    let visible = try DefectSize.allCases.map { try PairedLogs.planted(defect, $0).visible }
    #expect(visible[0] < visible[1])
    #expect(visible[1] < visible[2])
  }

  @Test func `a clean log and one without defects have none, and only the clean one is in order`() {
    var scenario = Scenario(seed: 4, events: 5_000)
    scenario.defects = []
    let truth = write(scenario).truth
    #expect(truth.defects.isEmpty)
    #expect(truth.totals.duplicateLines > 0)
    #expect(write(Scenario(seed: 4, events: 5_000).clean).truth.defects.isEmpty)
  }

  @Test func `defects that are planted together take different apps and builds`() throws {
    var scenario = PairedLogs.scenario
    scenario.defects = [.missingExtension, .earlyHandler, .lossyVersion, .slowAcks]
    let sites = write(scenario).truth.defects.map(\.site)
    #expect(Set(sites.prefix(3).map(\.appKey)).count == 3)
    #expect(sites[0].appKey == sites[3].appKey)
    #expect(Set(sites.prefix(3).map { "\($0.appKey ?? 0) \($0.version?.description ?? "")" }).count == 3)
  }
}

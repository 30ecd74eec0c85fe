import ReceiptModel
import Simulation
import Testing

/// Defects of builds and messages.
struct BuildDefectTests {
  /// Sent pushes of the build that a defect is in.
  private func build(_ logs: PairedLogs) -> Set<PairedLogs.Push> {
    let version = logs.site.version?.description
    return logs.sent(in: logs.with) { $0["app_key"] == logs.appKey && $0["app_version"] == version }
  }

  @Test func `a missing extension is a new build that never acks and is opened`() throws {
    let logs = try PairedLogs(.missingExtension)
    let build = build(logs)
    #expect(build.count == logs.planted.affected)
    #expect(build.count > 100)
    #expect(logs.planted.visible == build.count)
    #expect(logs.share("ext_ack", of: build, in: logs.without) > 0.8)
    #expect(logs.share("ext_ack", of: build, in: logs.with) == 0)
    let opens = logs.count("open", of: build, in: logs.with)
    #expect(opens == logs.count("open", of: build, in: logs.without))
    #expect(opens > 10)
    let versions = Set(logs.without.values.joined().compactMap { $0["app_version"] })
    #expect(logs.site.version.map { !versions.contains($0.description) } ?? false)
  }

  @Test func `a minimum iOS too high silences the OS versions below it, whatever the build`() throws {
    let logs = try PairedLogs(.minimumIOSTooHigh)
    #expect(logs.site.osVersions == ["15.8.3", "16.7.10"])
    let since = logs.site.since.milliseconds
    let silent = logs.sent(in: logs.with) { record in
      record["app_key"] == logs.appKey && (record.time ?? 0) >= since
        && logs.site.osVersions.contains(record["os_version"] ?? "")
    }
    // The time of a send is within 40 ms of the plan's, so none is at the edge.
    #expect(silent.count == logs.planted.affected)
    #expect(logs.share("ext_ack", of: silent, in: logs.with) == 0)
    #expect(logs.share("ext_ack", of: silent, in: logs.without) > 0.8)
    let builds = silent.compactMap { logs.with[$0]?.first { $0["app_version"] != "" }?["app_version"] }
    #expect(Set(builds).count > 1)
  }

  @Test func `campaigns without mutable-content never ack, those beside them do`() throws {
    let logs = try PairedLogs(.missingMutableContent)
    let messages = Set(logs.planted.messages.map { "\($0.id)" })
    #expect(messages.count > 1)
    let silent = logs.sent(in: logs.with) { messages.contains($0["message_id"] ?? "") && $0.isIOS }
    let others = logs.sent(in: logs.with) { record in
      record["app_key"] == logs.appKey && !messages.contains(record["message_id"] ?? "") && record.isIOS
    }
    #expect(silent.count == logs.planted.affected)
    #expect(logs.share("ext_ack", of: silent, in: logs.with) == 0)
    #expect(logs.share("ext_ack", of: others, in: logs.with) > 0.8)
    #expect(logs.count("open", of: silent, in: logs.with) == logs.count("open", of: silent, in: logs.without))
  }

  /// Of the build's acks in the log without the defect, the share that is still there.
  private func kept(_ logs: PairedLogs, where holds: (PairedLogs.Push) -> Bool) -> Double {
    let acked = build(logs).filter { logs.latency($0, in: logs.without) != nil && holds($0) }
    return logs.share("ext_ack", of: acked, in: logs.with)
  }

  /// Acks that the second and third try brought: 6 s or more, and no device that was offline.
  private func isLateTry(_ latency: Int64?) -> Bool { latency.map { (7_500..<17_500).contains($0) } ?? false }

  @Test func `an early handler loses a share on every network and all late tries`() throws {
    let logs = try PairedLogs(.earlyHandler)
    let build = build(logs)
    #expect(build.count == logs.planted.affected)
    for networks in [["wifi", "5g"], ["4g"]] {
      let share = kept(logs) { push in
        !isLateTry(logs.latency(push, in: logs.without))
          && networks.contains(logs.with[push]?.first { $0["network_type"] != "" }?["network_type"] ?? "")
      }
      #expect((0.45...0.72).contains(share), "\(networks): \(share)")
    }
    #expect(build.count { isLateTry(logs.latency($0, in: logs.without)) } > 3)
    #expect(kept(logs) { isLateTry(logs.latency($0, in: logs.without)) } < 0.35)
  }

  @Test func `a lossy version loses a third of its acks, late tries no more than others`() throws {
    let logs = try PairedLogs(.lossyVersion)
    #expect(build(logs).count == logs.planted.affected)
    #expect((0.58...0.76).contains(kept(logs) { _ in true }))
    #expect(kept(logs) { isLateTry(logs.latency($0, in: logs.without)) } > 0.35)
    for push in build(logs) {
      guard let latency = logs.latency(push, in: logs.with) else { continue }
      #expect(latency == logs.latency(push, in: logs.without))
    }
  }
}

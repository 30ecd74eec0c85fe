import ReceiptModel
import Simulation
import Testing

/// Defects for which a gateway says why.
struct FailureDefectTests {
  /// The pushes of an app's iOS devices from the site's time on, as they were without the defect.
  private func sends(_ logs: PairedLogs) -> Set<PairedLogs.Push> {
    let since = logs.site.since.milliseconds
    return logs.sent(in: logs.without) { record in
      record["app_key"] == logs.appKey && record.isIOS && (record.time ?? 0) >= since
    }
  }

  private func failed(_ logs: PairedLogs, _ reasons: Set<String>) -> Set<PairedLogs.Push> {
    let failed = logs.with.filter { _, records in
      records.allSatisfy { $0["event_type"] == "sent_fail" && reasons.contains($0["reason"] ?? "") }
    }
    return Set(failed.keys)
  }

  @Test(arguments: [Defect.expiredCertificate, .wrongEnvironment])
  func `credentials that are refused fail everything of the app from a moment on`(defect: Defect) throws {
    let logs = try PairedLogs(defect)
    let reason = try #require(logs.site.reason)
    let sends = sends(logs)
    #expect(sends.count > 100)
    #expect(sends.isSubset(of: failed(logs, [reason])))
    let sent = logs.changed.intersection(logs.sent(in: logs.without) { _ in true })
    #expect(sent.count <= logs.planted.affected)
    #expect(logs.planted.affected == logs.planted.visible)
    let others = logs.sent(in: logs.without) { $0["app_key"] != logs.appKey }
    #expect(others.allSatisfy { logs.with[$0] == logs.without[$0] })
  }

  @Test func `dead tokens are devices that always fail`() throws {
    let logs = try PairedLogs(.deadTokens)
    let sends = sends(logs)
    let failed = failed(logs, ["Unregistered", "ExpiredToken"]).intersection(sends)
    #expect((0.07...0.17).contains(Double(failed.count) / Double(sends.count)))
    let dead = Set(failed.map(\.device))
    #expect(sends.filter { dead.contains($0.device) } == failed)
    for device in dead {
      let reasons = failed.filter { $0.device == device }.flatMap { logs.with[$0] ?? [] }.map { $0["reason"] }
      #expect(Set(reasons).count == 1)
    }
  }

  @Test func `refused content fails on one channel for whole campaigns`() throws {
    let logs = try PairedLogs(.refusedContent, .large)
    let reason = try #require(logs.site.reason)
    let messages = Set(logs.planted.messages.map { "\($0.id)" })
    let refused = logs.with.filter { $0.value.contains { $0["reason"] == reason } }.keys
      .filter { messages.contains($0.message) }
    #expect(refused.count == logs.planted.affected)
    #expect(refused.count > 10)
    for push in logs.without.keys where messages.contains(push.message) {
      let isHuawei = logs.without[push]?.allSatisfy { $0["event_channel"] == "huawei" } ?? false
      #expect(isHuawei || logs.with[push] == logs.without[push])
      #expect(!isHuawei || refused.contains(push))
    }
  }

  @Test func `an exceeded quota fails a share of the pushes`() throws {
    let logs = try PairedLogs(.exceededQuota)
    let sends = sends(logs)
    let failed = failed(logs, ["TooManyRequests"]).intersection(sends)
    #expect((0.13...0.27).contains(Double(failed.count) / Double(sends.count)))
    #expect(sends.subtracting(failed).allSatisfy { logs.with[$0] == logs.without[$0] })
  }

  @Test(arguments: [(DefectSize.small, 0.3), (.medium, 0.6), (.large, 0.9)])
  func `a throttled channel takes pushes of which a share leaves nothing else`(
    size: DefectSize, share: Double
  ) throws {
    let logs = try PairedLogs(.throttledChannel, size)
    let since = logs.site.since.milliseconds
    let sends = logs.sent(in: logs.with) { record in
      record["app_key"] == logs.appKey && record["event_channel"] == "accs" && (record.time ?? 0) >= since
    }
    #expect(sends.count > 50)
    #expect(logs.changed.isSubset(of: sends))
    let left = logs.changed.flatMap { logs.with[$0] ?? [] }
    #expect(left.allSatisfy { $0["event_type"] == "sent" })
    #expect(abs(Double(logs.planted.affected) / Double(sends.count) - share) < 0.15)
  }
}

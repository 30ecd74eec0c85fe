import ReceiptModel
import Simulation
import Testing

/// Defects of devices, and of the mix of them.
struct DeviceDefectTests {
  private func devices(_ pushes: some Sequence<PairedLogs.Push>) -> Set<String> { Set(pushes.map(\.device)) }

  private func app(_ logs: PairedLogs) -> Set<PairedLogs.Push> {
    logs.sent(in: logs.with) { $0["app_key"] == logs.appKey && $0.isIOS }
  }

  @Test func `a throttled extension acks slowly before it stops`() throws {
    let logs = try PairedLogs(.throttledExtension)
    let changed = logs.changed
    let devices = devices(changed)
    #expect((0.15...0.3).contains(Double(devices.count) / Double(self.devices(app(logs)).count)))
    var slow = 0
    for device in devices {
      let pushes = changed.filter { $0.device == device }
      let lost = pushes.filter { logs.time("ext_ack", of: $0, in: logs.with) == nil }
      let delayed = pushes.subtracting(lost)
      slow += delayed.count
      #expect(delayed.allSatisfy { logs.latency($0, in: logs.with).map { $0 >= 12_000 } ?? true })
      let lastSlow = delayed.compactMap { logs.time("arrive", of: $0, in: logs.with) }.max() ?? 0
      let firstLost = lost.compactMap { logs.time("arrive", of: $0, in: logs.with) }.min() ?? .max
      #expect(lastSlow <= firstLost)
    }
    #expect(slow > 50)
  }

  @Test func `of the pushes to a device that is away only the last is acked, when it is back`() throws {
    let logs = try PairedLogs(.supersededOffline)
    let changed = logs.changed
    let sends = Dictionary(grouping: app(logs), by: \.device).mapValues { pushes in
      pushes.compactMap { logs.time("sent", of: $0, in: logs.with) }
    }
    var waited = 0
    var lost = 0
    for push in changed {
      guard let sent = logs.time("sent", of: push, in: logs.with) else { continue }
      let others = sends[push.device] ?? []
      if let ack = logs.time("ext_ack", of: push, in: logs.with) {
        waited += ack - sent > 600_000 ? 1 : 0
        #expect(!others.contains { $0 > sent && $0 < ack - 21_000 - 30_000 })
      } else if logs.time("ext_ack", of: push, in: logs.without) != nil {
        lost += 1
        #expect(others.contains { $0 > sent && $0 < sent + 40 * 3_600_000 })
      }
    }
    #expect(waited > 30)
    #expect(lost > 30)
  }

  @Test func `muted devices take pushes and never answer`() throws {
    let logs = try PairedLogs(.mutedDevices)
    let muted = devices(logs.changed)
    #expect((0.14...0.26).contains(Double(muted.count) / Double(devices(app(logs)).count)))
    let pushes = app(logs).filter { muted.contains($0.device) }
    #expect(pushes.count <= logs.planted.affected)
    #expect(
      logs.count("arrive", of: pushes, in: logs.with) == logs.count("arrive", of: pushes, in: logs.without))
    for type in ["ext_ack", "open", "click", "delete", "dismiss"] {
      #expect(logs.count(type, of: pushes, in: logs.with) == 0)
    }
  }

  @Test func `a shift of the mix lowers the total and no OS version`() throws {
    let logs = try PairedLogs(.mixShift, .large)
    let coming = try #require(logs.site.osVersions.first)
    let since = logs.site.since.milliseconds
    func pushes(_ isAfter: Bool, coming isComing: Bool?) -> Set<PairedLogs.Push> {
      logs.sent(in: logs.with) { record in
        // The ramp is left out.
        let time = record.time ?? 0
        let isInTime = isAfter ? time >= since + 6 * 3_600_000 : time < since
        return record["app_key"] == logs.appKey && record.isIOS && isInTime
          && (isComing.map { $0 == (record["os_version"] == coming) } ?? true)
      }
    }
    func rate(_ isAfter: Bool, coming: Bool?) -> Double {
      logs.share("ext_ack", of: pushes(isAfter, coming: coming), in: logs.with)
    }
    func share(_ isAfter: Bool) -> Double {
      Double(pushes(isAfter, coming: true).count) / Double(pushes(isAfter, coming: nil).count)
    }
    #expect((0.03...0.14).contains(share(false)))
    #expect((0.68...0.88).contains(share(true)))
    #expect(abs(rate(true, coming: true) - rate(false, coming: true)) < 0.12)
    #expect(abs(rate(true, coming: false) - rate(false, coming: false)) < 0.08)
    #expect(rate(false, coming: nil) - rate(true, coming: nil) > 0.15)
  }
}

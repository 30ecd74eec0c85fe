import ReceiptModel
import Simulation
import Testing

/// Defects of a time: acks, and the log itself.
struct TimeDefectTests {
  private func logTime(_ record: PairedLogs.Record) -> Int64 {
    (Int64(record["__time__"] ?? "") ?? 0) * 1_000
  }

  @Test(arguments: [(DefectSize.small, 2_000), (.medium, 5_000), (.large, 12_000)] as [(DefectSize, Int64)])
  func `slow acks come later by about the same time, and opens with them`(
    size: DefectSize, delay: Int64
  ) throws {
    let logs = try PairedLogs(.slowAcks, size)
    let since = logs.site.since.milliseconds
    let touched = logs.sent(in: logs.with) { record in
      record["app_key"] == logs.appKey && record.isIOS && (record.time ?? 0) >= since
    }
    // A push that was sent again may have been sent before as well.
    #expect(abs(touched.count - logs.planted.affected) <= 3)
    var delays: [Int64] = []
    for push in touched {
      guard let before = logs.latency(push, in: logs.without) else { continue }
      delays.append(try #require(logs.latency(push, in: logs.with)) - before)
    }
    delays.sort()
    #expect(delays.count > 100)
    #expect(abs(delays[delays.count / 2] - delay) < delay / 8)
    #expect(delays.allSatisfy { (delay / 3..<delay * 3).contains($0) })
  }

  @Test func `an ack outage is hours without an ack in which opens go on`() throws {
    let logs = try PairedLogs(.ackOutage)
    let hours = logs.site.since.milliseconds..<(try #require(logs.site.until)).milliseconds
    #expect(hours.upperBound - hours.lowerBound == 3 * 3_600_000)
    func count(_ log: PairedLogs.Pushes, _ type: String) -> Int {
      log.values.joined().count { hours.contains(logTime($0)) && $0["event_type"] == type }
    }
    #expect(count(logs.with, "ext_ack") == 0)
    #expect(count(logs.without, "ext_ack") > 100)
    for type in ["sent", "open", "arrive"] {
      #expect(count(logs.with, type) == count(logs.without, type))
      #expect(count(logs.with, type) > 10)
    }
    #expect(logs.changed.allSatisfy { logs.difference($0).allSatisfy { $0["event_type"] == "ext_ack" } })
  }

  @Test func `a blocked network lets no ack of an app through, and opens go on`() throws {
    let logs = try PairedLogs(.blockedNetwork, .large)
    let since = logs.site.since.milliseconds
    func isTouched(_ record: PairedLogs.Record) -> Bool {
      record["app_key"] == logs.appKey && record.isIOS && record["network_type"] == "4g"
        && (record.time ?? 0) >= since
    }
    let touched = logs.sent(in: logs.with, where: isTouched)
    #expect(touched.count > 50)
    #expect(logs.changed.allSatisfy { logs.difference($0).allSatisfy { $0["event_type"] == "ext_ack" } })
    #expect(touched.allSatisfy { logs.latency($0, in: logs.with) == nil })
    #expect(touched.contains { logs.latency($0, in: logs.without) != nil })
  }

  @Test func `a gap is hours without a line`() throws {
    let logs = try PairedLogs(.logGap)
    let hours = logs.site.since.milliseconds..<(try #require(logs.site.until)).milliseconds
    let missing = logs.without.values.joined().count { hours.contains(logTime($0)) }
    #expect(missing > 500)
    #expect(logs.with.values.joined().allSatisfy { !hours.contains(logTime($0)) })
    #expect(logs.with.values.joined().count == logs.without.values.joined().count - missing)
    #expect(logs.planted.affected == logs.changed.count)
  }

  @Test func `a quiet AppKey has no line any more`() throws {
    let logs = try PairedLogs(.quietAppKey)
    let since = logs.site.since.milliseconds
    let late = logs.without.values.joined().count { $0["app_key"] == logs.appKey && logTime($0) >= since }
    #expect(late > 100)
    #expect(logs.records.allSatisfy { $0["app_key"] != logs.appKey || logTime($0) < since })
    #expect(logs.records.count == logs.without.values.joined().count - late)
    #expect(logs.planted.affected == logs.changed.count)
  }

  @Test func `a field that vanished is empty from a moment on and all else is the same`() throws {
    let logs = try PairedLogs(.vanishedField)
    let field = try #require(logs.site.field)
    let since = logs.site.since.milliseconds
    var blanked = 0
    for (push, records) in logs.without {
      let expected = records.map { record in
        let line = record["line"] ?? ""
        guard record["app_key"] == logs.appKey, logTime(record) >= since, record[field] != "" else {
          return record
        }
        blanked += 1
        let blank = line.replacing("\"\(field)\":\"\(record[field] ?? "")\"", with: "\"\(field)\":\"\"")
        return record.merging([field: "", "line": blank]) { $1 }
      }
      #expect(logs.with[push] == expected)
    }
    #expect(blanked > 100)
    #expect(logs.planted.affected == logs.changed.count)
  }

  @Test func `broken lines are lines without their AppKey, as many as asked for`() throws {
    let logs = try PairedLogs(.brokenLines)
    let since = logs.site.since.milliseconds
    let broken = logs.records.filter { $0["app_key"] == "" }
    let late = logs.records.count { logTime($0) >= since }
    #expect(broken.count == logs.truth.totals.brokenLines)
    #expect(broken.allSatisfy { logTime($0) >= since })
    #expect((0.012...0.028).contains(Double(broken.count) / Double(late)))
    #expect(logs.records.count == logs.without.values.joined().count)
  }
}

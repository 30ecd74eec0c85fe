import Diagnosis
import Foundation
import Importing
import Ledger
import Prose
import Publishing
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Operations

/// Fourteen days of an app with two builds, told by what each day's outputs say.
///
/// Build 2 stops acking on day 4. On day 6 somebody says that this is known; on day 8 nothing is sent to it; from day 9 on
/// it acks again.
@Suite struct FindingStoryTests {
  private static let start: Int64 = 1_725_148_800_000
  private static let day: Int64 = 86_400_000

  private static func log(day: Int) -> String {
    var text = ""
    for (version, devices) in [("1", 0..<400), ("2", 400..<520)] where version == "1" || day != 8 {
      for device in devices {
        let sent = start + Int64(day) * self.day + Int64(device % 24) * 3_600_000 + Int64(device) * 1000
        var lines = [("sent", sent)]
        let isSilent = version == "2" && (4..<9).contains(day)
        if !isSilent, device % 20 != 0 { lines.append(("ext_ack", sent + 900)) }
        if device % 5 == 0 { lines.append(("open", sent + 60_000)) }
        for (type, time) in lines {
          text += """
            {"app_key":"333","message_id":"m\(day)-\(device % 24)","device_id":"d\(device)","device_type":"iOS",\
            "event_channel":"apns","app_version":"\(version)","os_version":"17","event_type":"\(type)",\
            "event_time":"\(time)"}

            """
        }
      }
    }
    return text
  }

  private func view(_ session: Session, after day: Int) throws -> LedgerView {
    let asOf = Instant(milliseconds: Self.start + Int64(day + 1) * Self.day + 20 * 60_000)
    return try session.view(
      WindowOptions(asOf: ReportZone.utc.iso(asOf)), of: LedgerReader.openForReading(session.databasePath))
  }

  private func told(_ findings: [Finding]) -> [String] {
    findings.filter { $0.severity > .info }.map { finding in
      let seen = finding.firstSeen.map { ($0.milliseconds - Self.start) / Self.day }
      return "\(finding.code.rawValue) \(finding.scope.text) \(finding.state.rawValue)"
        + " \(seen.map(String.init) ?? "?") \(finding.severity.name)"
        + (finding.acknowledgement == nil ? "" : " known")
    }
  }

  @Test func `a finding appears, is known, loses its traffic and is resolved`() throws {
    let place = try RunPlace()
    let session = try place.session
    var story: [Int: [String]] = [:]
    for day in 0..<14 {
      try place.folder.write(Self.log(day: day), to: "logs/\(day).jsonl")
      _ = try LogImport(ImportRequest(), in: session).run(
        [ImportSource(argument: place.folder.path("logs"))], waiting: 0)
      if day == 6 {
        let work = try Acknowledging(
          "extension_silent", "app_version 2", in: view(session, after: day), of: session)
        let until = Instant(milliseconds: Self.start + 13 * Self.day)
        _ = try work.acknowledge(until: until, because: "fixed in 2.1")
      }
      let judged = try view(session, after: day)
      story[day] = try told(judged.judged().findings)
      // Everything that is published as of the moment says the same.
      var csv = ""
      try judged.forEachDataSet([.findings], includesSilentFlags: false) { _, dataSet in
        csv = String(decoding: try dataSet.csv(), as: UTF8.self)
      }
      #expect(csv.split(separator: "\n").dropFirst().count == (try judged.judged().findings.count))
      try session.keepJudgement(of: judged)
    }
    let silent = "extension_silent app_version 2"
    for day in [0, 1, 2, 3, 10, 11, 12, 13] { #expect(story[day] == [], "day \(day)") }
    #expect(story[4] == ["\(silent) new 5 critical"])
    #expect(story[5] == ["\(silent) ongoing 5 critical"])
    #expect(story[6] == ["\(silent) ongoing 5 critical known"])
    #expect(story[7] == ["\(silent) ongoing 5 critical known"])
    #expect(story[8] == ["\(silent) no_traffic 5 critical known"])
    #expect(story[9]?.filter { !$0.contains("no_traffic") } == [])

    // A ledger that was never judged before says the same of each day.
    for day in 0..<14 {
      let judged = try view(session, after: day)
      let kept = try judged.judged()
      try judged.store.endSnapshot()
      try session.withWritableLedger(waiting: 0) { try $0.forgetJudgements() }
      let anew = try view(session, after: day).judged()
      #expect(anew.findings == kept.findings)
      #expect(anew.findings.map(anew.rows.line) == kept.findings.map(kept.rows.line))
    }
  }

  @Test func `the rows behind what is gone are those of the day that had it`() throws {
    let place = try RunPlace()
    let session = try place.session
    for day in 3...8 { try place.folder.write(Self.log(day: day), to: "logs/\(day).jsonl") }
    _ = try LogImport(ImportRequest(), in: session).run(
      [ImportSource(argument: place.folder.path("logs"))], waiting: 0)
    try session.keepJudgement(of: view(session, after: 7))
    let judged = try view(session, after: 8).judged()
    let gone = try #require(judged.findings.first { $0.code == .extensionSilent })
    #expect(gone.state == .noTraffic)
    let seventh = Self.start + 7 * Self.day
    #expect(gone.judged == seventh..<seventh + Self.day)
    #expect(
      judged.rows.line(for: gone)?.contains("--since \(ReportZone.utc.iso(Instant(milliseconds: seventh)))")
        == true)
  }

  @Test func `the rows behind a finding are those without an ack in the configured time`() throws {
    var place = try RunPlace()
    place.settings["ackTimeout"] = "'45s'"
    let session = try place.session
    try place.folder.write(Self.log(day: 4), to: "logs/4.jsonl")
    _ = try LogImport(ImportRequest(), in: session).run(
      [ImportSource(argument: place.folder.path("logs"))], waiting: 0)
    let judged = try view(session, after: 4).judged()
    let silent = try #require(judged.findings.first { $0.code == .extensionSilent })
    #expect(judged.rows.line(for: silent)?.hasSuffix(" --param unacked_ms=45000") == true)
  }
}

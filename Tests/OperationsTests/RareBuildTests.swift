import Diagnosis
import Importing
import Ledger
import Publishing
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Operations

/// An app with a build that gets forty pushes a day, of which half lose their acks and others come at a later try.
@Suite struct RareBuildTests {
  private static let start: Int64 = 1_725_148_800_000
  private static let day: Int64 = 86_400_000
  /// From this day on nothing is sent to the build.
  private static let last = 8

  private static func log(day: Int) -> String {
    var text = ""
    for device in 0..<(day < last ? 440 : 400) {
      let isRare = device >= 400
      let sent = start + Int64(day) * self.day + Int64(device % 24) * 3_600_000 + Int64(device) * 1000
      var events = [("sent", sent)]
      let isLost = isRare ? device % 2 == 0 : device % 20 == 0
      let isLate = isRare ? device % 4 == 1 : device % 20 == 1
      if !isLost { events.append(("ext_ack", sent + (isLate ? 8_000 : 900))) }
      if device % 3 != 0 { events.append(("open", sent + 60_000)) }
      for (type, time) in events {
        text += """
          {"app_key":"333","message_id":"m\(day)-\(device % 24)","device_id":"d\(device)","device_type":"iOS",\
          "event_channel":"apns","app_version":"\(isRare ? 2 : 1)","os_version":"17","event_type":"\(type)",\
          "event_time":"\(time)"}

          """
      }
    }
    return text
  }

  @Test func `a build with few pushes is judged by a week of them, as long as it gets any`() throws {
    let place = try RunPlace()
    let session = try place.session
    var found: [Int: [Finding]] = [:]
    for day in 0...Self.last {
      try place.folder.write(Self.log(day: day), to: "logs/\(day).jsonl")
      _ = try LogImport(ImportRequest(), in: session).run(
        [ImportSource(argument: place.folder.path("logs"))], waiting: 0)
      let asOf = Instant(milliseconds: Self.start + Int64(day + 1) * Self.day + 20 * 60_000)
      let view = try session.view(
        WindowOptions(asOf: ReportZone.utc.iso(asOf)), of: LedgerReader.openForReading(session.databasePath))
      found[day] = try view.judged().findings.filter { $0.scope[.appVersion] == "2" }
    }
    #expect(found[0] == [])
    for day in 6..<Self.last {
      let finding = try #require(found[day]?.first)
      #expect(finding.code == .extensionTimeouts)
      let window = try #require(finding.judged)
      #expect(window.upperBound - window.lowerBound == 7 * Self.day)
    }
    #expect(found[Self.last]?.map(\.state) == [.noTraffic])
  }
}

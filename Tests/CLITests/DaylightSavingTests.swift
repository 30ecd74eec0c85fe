import Foundation
import TestSupport
import Testing

/// Days of 23 and 25 hours, and of half an hour more or less, counted anew by Foundation's calendar.
@Suite struct DaylightSavingTests {
  struct Change: Sendable, CustomTestStringConvertible {
    var zone: String
    var day: String
    var length: String
    /// Noon of the day, UTC.
    var noon: Int64

    var testDescription: String { "\(zone) \(day)" }

    init(_ zone: String, _ day: String, _ length: String) {
      (self.zone, self.day, self.length) = (zone, day, length)
      let format = ISO8601DateFormatter()
      noon = Int64(format.date(from: "\(day)T12:00:00Z")?.timeIntervalSince1970 ?? 0) * 1000
    }
  }

  static let changes = [
    Change("Europe/Berlin", "2026-03-29", "23 h"), Change("Europe/Berlin", "2026-10-25", "25 h"),
    Change("America/New_York", "2026-03-08", "23 h"), Change("America/New_York", "2026-11-01", "25 h"),
    Change("Australia/Lord_Howe", "2026-10-04", "23.5 h"),
    Change("Australia/Lord_Howe", "2026-04-05", "24.5 h"),
  ]

  private static func day(_ milliseconds: Int64, _ zone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  @Test(arguments: changes) func `sends are counted to the day on whose clock they happened`(change: Change)
    throws
  {
    let program = try QueryProgram(sends: 0)
    let zone = try #require(TimeZone(identifier: change.zone))
    var random = SeededGenerator(seed: UInt64(change.noon))
    var (log, wanted, times) = ("", [String: Int](), [String: Int64]())
    var wantedHours: [Int64: Int] = [:]
    // Every ten minutes of five days, on the stroke and a millisecond before, one to three sends.
    for (message, time) in stride(
      from: change.noon - 60 * 3_600_000, to: change.noon + 60 * 3_600_000, by: 600_000
    )
    .flatMap({ [$0 - 1, $0] }).enumerated() {
      let sends = Int.random(in: 1...3, using: &random)
      for device in 0..<sends {
        log += ReceiptLines.event("sent", message: message, device: device, at: time)
      }
      wanted[Self.day(time, zone), default: 0] += sends
      wantedHours[time / 3_600_000, default: 0] += sends
      times["\(message)"] = time
    }
    try program.folder.write(log, to: "log.jsonl")
    #expect(try program.run("import", "--quiet", "log.jsonl").code == 0)
    let asOf = "\((change.noon + 80 * 3_600_000) / 1000)"
    let exported = try program.run(
      "export", "daily", "hourly", "messages", "--tz", change.zone, "--as-of", asOf, "--output", "csv")
    #expect(exported.code == 0, "\(exported.errors)")

    let daily = try rows("csv/daily.csv", program)
    #expect(
      Dictionary(uniqueKeysWithValues: daily.map { ($0["day"] ?? "", Int($0["sent"] ?? "") ?? -1) }) == wanted
    )

    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    for row in try rows("csv/messages.csv", program) {
      let text = try #require(row["first_sent_at"])
      let time = try #require(times[(row["message_id"] ?? "").filter { $0 != "\"" }])
      let date = try #require(format.date(from: text), "\(text)")
      #expect(Int64((date.timeIntervalSince1970 * 1000).rounded()) == time, "\(text)")
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time) / 1000))
      let sign = offset < 0 ? "-" : "+"
      let shown = String(format: "%@%02d:%02d", sign, abs(offset) / 3600, abs(offset) / 60 % 60)
      #expect(text.hasSuffix(shown), "\(text) at \(time)")
    }

    // Where clocks show an hour twice, both are rows, in the order of time.
    let hours = try rows("csv/hourly.csv", program).map { row in
      let start = try #require(format.date(from: row["hour"] ?? ""))
      return (number: Int64(start.timeIntervalSince1970 / 3600), sent: Int(row["sent"] ?? "") ?? -1)
    }
    #expect(hours.map(\.number) == wantedHours.keys.sorted())
    #expect(hours.map(\.sent) == wantedHours.sorted { $0.key < $1.key }.map(\.value))

    let window = ["--since", change.day, "--until", Self.day(change.noon + 86_400_000, .gmt)]
    let report = try program.run(all: ["report", "--tz", change.zone, "--as-of", asOf] + window)
    #expect(report.code == 0, "\(report.errors)")
    #expect(report.output.contains("\(change.day) has \(change.length)"))
    let sends = report.output.split(separator: "\n").first { $0.hasPrefix("| Taken by a gateway ") }.map(
      String.init)
    let cells = sends?.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(cells?[1].filter { $0 != "," } == "\(wanted[change.day] ?? -1)")
    #expect(!(report.output.contains("(24 h)")))
  }

  private func rows(_ path: String, _ program: QueryProgram) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: program.folder.path(path), encoding: .utf8).split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(names, cells))
    }
  }
}

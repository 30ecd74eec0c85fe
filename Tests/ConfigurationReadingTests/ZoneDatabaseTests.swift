import Foundation
import Prose
import ReceiptModel
import Testing

@testable import ConfigurationReading

@Suite(.serialized) struct ZoneDatabaseTests {
  @Test(arguments: [
    "Asia/Shanghai", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Africa/Casablanca", "Africa/Cairo",
    "Australia/Lord_Howe", "Europe/Moscow", "America/Sao_Paulo", "Asia/Kathmandu", "Etc/UTC",
  ])
  func `a zone by name agrees with Foundation on every third hour of thirty years`(name: String) throws {
    let zone = try ZoneDatabase.zone(named: name)
    let foundation = try #require(TimeZone(identifier: name))
    #expect(zone.name == name)
    // To 2037: beyond it Foundation and the C library part ways over Ramadan.
    for second in stride(from: Int64(1_262_304_000), to: 2_114_380_800, by: 3 * 3600) {
      let expected = foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      guard zone.offset(at: Instant(milliseconds: second * 1000)) != Int64(expected) else { continue }
      Issue.record("\(name) differs at \(second)")
      return
    }
  }

  @Test func `a change is found to the second`() throws {
    let zone = try ZoneDatabase.zone(named: "Europe/Berlin")
    let change = Int64(1_774_746_000_000)  // 2026-03-29T01:00:00Z
    #expect(zone.offset(at: Instant(milliseconds: change - 1)) == 3600)
    #expect(zone.offset(at: Instant(milliseconds: change)) == 7200)
  }

  @Test func `the rules go on to the end of the century`() throws {
    let zone = try ZoneDatabase.zone(named: "Europe/Berlin")
    #expect(zone.iso(Instant(milliseconds: 4_086_500_000_000)).hasSuffix("+02:00"))
    #expect(zone.changes.count == 2 * 92)
  }

  @Test func `UTC and offsets need no rules`() throws {
    #expect(try ZoneDatabase.zone(named: "UTC") == .utc)
    #expect(try ZoneDatabase.zone(named: "+08:00").changes.isEmpty)
  }

  @Test(arguments: [
    "", "Asia/Shangai", "../../etc/passwd", "/usr/share/zoneinfo/UTC", "Asia", "Asia/../Asia/Shanghai",
    "zone.tab",
    "tzdata.zi", ":UTC", "CST-8", "Asia/Shanghai\0", "\u{1B}[2J", "+25:00",
  ])
  func `a name the system does not know is refused and not taken for UTC`(name: String) {
    let error = #expect(throws: ConfigurationError.self) { try ZoneDatabase.zone(named: name) }
    #expect(error?.kind == .configuration)
    #expect(error?.message.told().contains("\u{1B}") == false)
  }

  @Test func `the environment is left as it was`() throws {
    let former = ProcessInfo.processInfo.environment["TZ"]
    _ = try ZoneDatabase.zone(named: "Asia/Kolkata")
    #expect(ProcessInfo.processInfo.environment["TZ"] == former)
  }
}

import ReferenceLedger
import TestSupport
import Testing

@Suite struct `A random log` {
  @Test func `is the same for the same seed, and another for another`() {
    #expect(RandomLog(seed: 7, lines: 200).lines == RandomLog(seed: 7, lines: 200).lines)
    #expect(RandomLog(seed: 7, lines: 200).lines != RandomLog(seed: 8, lines: 200).lines)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `has lines that are all taken`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, lines: 300)
    #expect(try ReferenceParser().events(in: log.text).count == 300)
  }

  @Test func `brings every kind, flag and number into play`() throws {
    let parser = ReferenceParser(aliases: ReferenceParser.aliasesOfEveryKind)
    let ledger = ReferenceLedger(try parser.events(in: RandomLog(seed: 1, lines: 3_000).text))
    let asOf = try #require(ledger.newestMilliseconds)
    let flags = ledger.flags(asOf: asOf).rows
    #expect(
      Set(flags.map { $0[0] }) == [
        "app_key_mismatch", "app_key_unknown", "orphan_ack", "ack_timeout", "ack_over_budget", "ack_retried",
        "clock_skew",
      ])
    #expect(
      Set(flags.map { $0[5] }).isSuperset(of: [
        "late", "lost", "silent", "ext_ack", "opened", "ext_ack,opened",
      ]))
    #expect(Set(ledger.events.rows.map { $0[3] }) == Set(ReferenceEvent.kinds))
    let daily = ledger.daily(asOf: asOf)
    for column in daily.header {
      #expect(
        daily.records.contains { !["", "0", "0.000000"].contains($0[column]) }, "\(column) is never above 0")
    }
    #expect(Set(ledger.latency().rows.map { $0[3] }).count == 13)
    #expect(Set(ledger.failures().rows.map { $0[3] }).count == 2)
    #expect(ledger.deliveries.rows.contains { $0[2].isEmpty })
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `means the same in any order and with any repetition`(seed: UInt64) throws {
    let lines = RandomLog(seed: seed, lines: 250).lines
    var random = SeededGenerator(seed: seed)
    let other = (lines + lines.prefix(60)).shuffled(using: &random)
    let ledgers = try [lines, other].map {
      ReferenceLedger(try ReferenceParser().events(in: $0.joined(separator: "\r\n")))
    }
    let tables = ledgers.map { ledger in
      [
        ledger.deliveries, ledger.events, ledger.messages, ledger.flags(asOf: noon), ledger.daily(asOf: noon),
        ledger.appVersions(asOf: noon), ledger.failures(), ledger.latency(),
      ].map(\.rows)
    }
    #expect(tables[0] == tables[1])
  }
}

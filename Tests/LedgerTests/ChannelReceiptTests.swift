import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Channels that give no receipts of extensions as a rule: nothing is missed there, unless a message was acked.
struct ChannelReceiptTests {
  private static let start: Int64 = 1_790_000_000_000

  private static func event(
    _ message: String, _ device: String, _ kind: EventKind, after seconds: Int64 = 0,
    channel: String = "onesignal"
  ) -> RandomLinks.Line {
    .event(
      PlainEvent(
        app: "a", message: message, device: device, kind: kind, time: start + seconds * 1000,
        attributes: [.platform: "iOS", .channel: channel]))
  }

  /// Sums of the AppKey, and how many deliveries are flagged for the missing of an ack.
  private static func counts(_ store: LedgerReader) throws -> [Int64] {
    let sums = try store.database.prepare(
      """
      SELECT total(sent), total(ack_eligible), total(eligible_acked), (SELECT count(*) FROM flags WHERE flag = 'ack_timeout')
      FROM hourly
      """)
    #expect(try sums.step())
    return (0..<4).map { sums.integer($0) }
  }

  @Test(arguments: ["onesignal", "salesforce", "pinpoint", "OneSignal"])
  func `sends without receipts give no ack rate and no timeout, unless receipts are configured`(
    channel: String
  ) throws {
    let folder = try ScratchFolder()
    var lines = (1...3).map { Self.event("m", "d\($0)", .sent, channel: channel) }
    lines.append(Self.event("m", "d1", .opened, after: 7200, channel: channel))
    let store = try LinkedLedger.write([[lines]], folder.path("a.db"))
    #expect(try Self.counts(store) == [3, 0, 0, 0])
    var settings = LedgerSettings()
    settings.withoutReceipts.remove(channel.lowercased())
    try store.adopt(settings)
    #expect(try Self.counts(store) == [3, 3, 0, 3])
    #expect(try store.verify() == [])
    try store.adopt(LedgerSettings())
    #expect(try Self.counts(store) == [3, 0, 0, 0])
    #expect(try store.verify() == [])
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `an acked message counts as a whole, and no other does, in any order`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    var lines = ["m1", "m2"].flatMap { message in (1...3).map { Self.event(message, "d\($0)", .sent) } }
    lines += [Self.event("m1", "d2", .extAck, after: 2), Self.event("m2", "d3", .opened, after: 7200)]
    let imports = lines.shuffled(using: &random).map { [[$0]] }
    let merged = try LinkedLedger.write(imports, folder.path("merged.db"))
    let built = try LinkedLedger.write(
      [imports.flatMap(\.self)], folder.path("built.db"), memory: BuildMemory(workers: 1))
    for store in [merged, built] {
      #expect(try Self.counts(store) == [6, 3, 1, 2])
      #expect(try store.verify() == [])
    }
    #expect(try merged.fingerprint() == built.fingerprint())
  }

  @Test func `an ack says nothing more of a channel that another event takes the delivery from`() throws {
    let folder = try ScratchFolder()
    let store = try LinkedLedger.write(
      [
        [[Self.event("m", "d1", .sent), Self.event("m", "d1", .extAck, after: 2)]],
        [[Self.event("m", "d2", .sent), Self.event("m", "d2", .opened, after: 7200)]],
      ], folder.path("a.db"))
    #expect(try Self.counts(store) == [2, 2, 1, 1])
    let after = try LinkedLedger.write(
      [[[Self.event("m", "d1", .accepted, after: -1, channel: "apns")]]], folder.path("a.db"))
    #expect(try Self.counts(after) == [2, 1, 1, 0])
    #expect(try after.verify() == [])
  }
}

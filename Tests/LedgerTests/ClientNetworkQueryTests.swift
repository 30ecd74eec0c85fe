import Assets
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// The stored query about the networks of devices: every push counts once, and a small network is not shown.
@Suite struct ClientNetworkQueryTests {
  private static let large = "198.51.100.0/24"
  private static let small = "2001:db8:1::/48"

  /// Sends of one message to a large network, a small one, one of a single device, and devices of which none is known;
  /// those with even numbers acked, and the device of the smallest network got many.
  private static var events: [PlainEvent] {
    let networks =
      Array(repeating: large, count: 25) + Array(repeating: small, count: 3) + ["10.0.0.0/24", "", ""]
    var events: [PlainEvent] = []
    func add(_ kind: EventKind, _ device: Int, message: String = "m1", at seconds: Int64) {
      events.append(
        PlainEvent(
          app: "24700001", message: message, device: "device-\(device)", kind: kind,
          time: StoredQueryLedger.start + seconds * 1000,
          attributes: [
            .source: "alibaba", .platform: "iOS", .channel: "apns", .clientNetwork: networks[device],
          ]))
    }
    for device in networks.indices {
      add(.sent, device, at: 60)
      if device % 2 == 0 { add(.extAck, device, at: 62) }
    }
    for number in 0..<40 { add(.sent, 28, message: "n\(number)", at: 100) }
    // Without a send there is nothing to expect a receipt of.
    add(.extAck, 1, message: "never-sent", at: 70)
    return events
  }

  /// Rows as network, devices, sent, acked, eligible.
  private func rows(_ parameters: [String: Cell] = [:]) throws -> [[String]] {
    try StoredQueryLedger(Self.events).answer(NamedQuery("client-networks").text, parameters).rows.map {
      row in
      row[1...5].map { cell in
        switch cell {
        case .text(let text): text
        case .integer(let number): String(number)
        default: ""
        }
      }
    }
  }

  @Test func `small networks stand together, however many pushes they got`() throws {
    #expect(
      try rows() == [
        ["fewer", "4", "44", "2", "44"], [Self.large, "25", "25", "13", "25"], ["", "2", "2", "1", "2"],
      ])
  }

  @Test func `how small is small is a parameter`() throws {
    #expect(
      try rows(["least_devices": .integer(3)]) == [
        ["fewer", "1", "41", "1", "41"], [Self.large, "25", "25", "13", "25"],
        [Self.small, "3", "3", "1", "3"],
        ["", "2", "2", "1", "2"],
      ])
    #expect(try rows(["least_devices": .integer(26)]).map { $0[0] } == ["fewer", ""])
    #expect(try rows(["least_devices": .integer(1)]).map { $0[0] }.contains("10.0.0.0/24"))
  }

  @Test func `one message can be asked about`() throws {
    #expect(
      try rows(["message_id": .text("m1")]) == [
        [Self.large, "25", "25", "13", "25"], ["fewer", "4", "4", "2", "4"], ["", "2", "2", "1", "2"],
      ])
    #expect(try rows(["message_id": .text("n7")]) == [["fewer", "1", "1", "0", "1"]])
    #expect(try rows(["message_id": .text("never-sent")]) == [])
  }
}

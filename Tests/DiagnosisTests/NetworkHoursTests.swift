import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

struct NetworkHoursTests {
  @Test(arguments: seeds(0..<40 as Range<UInt64>))
  func `sends and acks are those of each hour, in whatever order devices got them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var facts = DeviceFacts()
    var wanted: [[String]: [Int64: Rate]] = [:]
    for push in 0..<300 {
      let key = [
        ["a", "b"].randomElement(using: &random)!, ["", "wifi", "4g"].randomElement(using: &random)!,
      ]
      let hour = Int64.random(in: 400_000..<400_050, using: &random)
      let sent = hour * 3_600_000 + Int64.random(in: 0..<3_600_000, using: &random)
      let isAcked = Bool.random(using: &random)
      let isOfUnackedMessage = !isAcked && Bool.random(using: &random)
      facts.add(
        DeviceDelivery(
          appKey: key[0], startsDevice: true, message: Int64(push), networkType: key[1], sentAt: sent,
          ackedAt: isAcked ? sent + 500 : nil, isOfUnackedMessage: isOfUnackedMessage))
      if isOfUnackedMessage { continue }
      wanted[key, default: [:]][hour * 3_600_000, default: Rate(0, of: 0)].add(Rate(isAcked ? 1 : 0, of: 1))
    }
    for (key, hours) in wanted {
      let rates = facts.networkHours.rates(of: key[0], on: key[1]).filter { $0.rate.denominator > 0 }
      #expect(rates.map(\.start) == (key[1].isEmpty ? [] : hours.keys.sorted()))
      for (start, rate) in rates { #expect(rate == hours[start]) }
    }
  }

  @Test func `networks beyond some hundred are not counted by hours`() {
    var facts = DeviceFacts()
    for number in 0..<2_000 {
      facts.add(
        DeviceDelivery(
          appKey: "a", startsDevice: true, message: 1, networkType: "n\(number)", sentAt: 1_790_000_000_000))
    }
    let counted = (0..<2_000).filter { !facts.networkHours.rates(of: "a", on: "n\($0)").isEmpty }
    #expect(counted == Array(0..<256))
  }
}

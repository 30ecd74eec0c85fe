import ReceiptModel
import TestSupport
import Testing

@testable import Ledger

/// Runs of pushes that are sorted and merged, compared with one plain sort of them all.
struct DeviceRunTests {
  /// Few values for each part of the key, so that all of them decide somewhere.
  private struct Push {
    var app: Int64
    var device: StoredDevice
    var sentAt: Int64
    var message: Int64
    var origin: UInt32
    /// By time; those after the first are repeats.
    var acks: [Int64]
    var isOpened: Bool

    init(_ place: Int, _ random: inout SeededGenerator) {
      app = [1, 2, 2, 70_000][Int.random(in: 0..<4, using: &random)]
      let number = Int.random(in: 0..<6, using: &random)
      let text = ["a", "a\0", "token-", "token-with-a-long-beginning"][number % 4] + "\(number)"
      device =
        Bool.random(using: &random)
        ? .packed(high: UInt64(number % 2) << 62 | UInt64(number % 3), low: UInt64(number))
        : .text(Array(text.utf8))
      sentAt = 1_800_000_000_000 + Int64.random(in: 0..<3, using: &random)
      message = Int64(place)
      origin = UInt32.random(in: 0..<9, using: &random)
      // An ack before its send, soon after it, and later than 32 bits of milliseconds.
      let first = sentAt + [-1, 5, 1 << 33][Int.random(in: 0..<3, using: &random)]
      acks = (0..<Int.random(in: 0..<4, using: &random)).map { first + Int64($0) }
      isOpened = Bool.random(using: &random)
    }

    var delivery: PassedDelivery {
      var state = DeliveryState()
      state.times[EventKind.sent.slot] = sentAt
      if let ack = acks.first { state.times[EventKind.extAck.slot] = ack }
      if isOpened { state.times[EventKind.opened.slot] = sentAt }
      for ack in acks.dropFirst() { _ = state.insertRepeat(RepeatedEvent(kind: .extAck, time: ack, raw: 0)) }
      let traits = ContextTraits(
        channel: 1, runsExtension: true, isAckEligible: true, arrivalIsEvidence: true, isMeasurable: true)
      var facts = PassedFacts()
      (facts.app, facts.isCounted) = (app, true)
      facts.fill(from: state, traits, hasDevice: true, counts: CountSet(bits: 0))
      return PassedDelivery(facts: facts, device: device, state: state, traits: traits, startsDevice: true)
    }

    var words: String {
      "\(app) \(device) \(sentAt) \(message) \(origin) \(acks) \(acks.first.map { $0 - sentAt } ?? 0) \(isOpened)"
    }

    var key: [Int64] {
      let id: [Int64] =
        switch device {
        case .text(let bytes): [0] + bytes.map { Int64($0) + 1 } + [0]
        case .packed(let high, let low): [1, Int64(high), Int64(low)]
        }
      return [app] + id + [sentAt, message]
    }
  }

  private func words(_ ordered: OrderedPush) -> String {
    let push = ordered.push
    let device = push.isText ? StoredDevice.text(ordered.text) : .packed(high: push.high, low: push.low)
    let latency = push.plainLatency ?? ordered.rare.dropFirst().first
    let first = push.plainLatency.map { push.sentAt + $0 } ?? ordered.rare.first
    let acks = (first.map { [$0] } ?? []) + ordered.rare.dropFirst(2)
    return
      "\(push.app) \(device) \(push.sentAt) \(push.message) \(push.origin) \(acks) \(latency ?? 0) \(push.isOpened)"
  }

  @Test(arguments: seeds(0..<8 as Range<UInt64>))
  func `runs in memory and in a spill merge into the order of a plain sort`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let spill = try SpillFile(folder: folder.path("."))
    var random = SeededGenerator(seed: seed)
    let pushes = (0..<600).map { Push($0, &random) }
    let length = Int.random(in: 1..<400, using: &random)
    var (runs, order, unsorted) = ([DeviceRun](), RadixOrder(), DevicePushes())
    for (place, push) in pushes.enumerated() {
      unsorted.append(push.delivery, of: push.message, origin: push.origin)
      guard (place + 1) % length == 0 else { continue }
      runs.append(try DeviceRun(unsorted.takeSorted(&order), movedTo: spill))
    }
    runs.append(DeviceRun(unsorted.takeSorted(&order)))
    var (told, together): ([String], [OrderedPush]) = ([], [])
    // Those of one moment come in any order.
    func tell() {
      told += together.sorted { $0.push.message < $1.push.message }.map(words)
      together = []
    }
    try runs.merge(1) { push in
      if let first = together.first, first != push { tell() }
      together.append(push)
    }
    tell()
    #expect(told == pushes.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.words))
  }
}

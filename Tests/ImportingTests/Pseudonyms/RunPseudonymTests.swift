import ReceiptModel
import TestSupport
import Testing

@testable import Importing

/// Everything in a batch that names a device or a token gets its pseudonym, and nothing else is touched.
struct RunPseudonymTests {
  private static let device = "a692961a92534047ad362575f31f5700"

  private func turned(_ notes: [Note]) -> [Note] {
    var batch = EventBatch(capacity: 8)
    batch.notes = notes.enumerated().map { LineNote($0.element, line: UInt32($0.offset)) }
    var pseudonyms = BatchPseudonyms(.test)
    pseudonyms.turn(&batch)
    #expect(batch.notes.map(\.line) == notes.indices.map(UInt32.init))
    return batch.notes.map(\.note)
  }

  private func alias(_ device: String) -> Note {
    .alias(AliasNote(space: "vendor", name: "v", app: "7", message: "m", device: device))
  }

  @Test func `ids and tokens of notes are turned, and an empty one stays empty`() {
    let name = PseudonymKey.plain
    #expect(turned([alias(Self.device), alias("")]) == [alias(name(Self.device)), alias("")])
    #expect(
      turned([.token(TokenNote(token: "t", device: Self.device, from: 3))])
        == [.token(TokenNote(token: name("t"), device: name(Self.device), from: 3))])
    #expect(
      turned([.appOpen(AppOpenNote(source: "s", app: "7", device: "user-1", time: 3))])
        == [.appOpen(AppOpenNote(source: "s", app: "7", device: name("user-1"), time: 3))])
  }

  @Test(arguments: [("device-17", "no image for device-17"), ("d7", "error d7")])
  func `the words of a step are turned where they quote an id of eight bytes and more`(
    device: String, words: String
  ) {
    func step(_ device: String, _ detail: String) -> Note {
      .step(
        StepNote(app: "7", message: "m", device: device, step: .attachmentFailed, time: 3, detail: detail))
    }
    let name = PseudonymKey.plain(device)
    let told = device.utf8.count >= 8 ? words.replacing(device, with: name) : words
    #expect(turned([step(device, words)]) == [step(name, told)])
  }

  @Test func `notes that name no device stay as they are`() {
    let notes: [Note] = [
      .payload(PayloadNote(app: "7", message: "m", lint: [.silent], bytes: 9)),
      .push(
        PushNote(
          app: "7", message: "m", pushType: "NOTICE", platform: "iOS", targetType: "DEVICE", status: "SENT",
          sentAt: nil)),
      .total(TotalNote(source: "console", app: "7", message: "m", counts: [.sent: 1])),
      .tally(TallyNote(source: "web", app: "7", message: "m", kind: .extAck, time: 3, line: 4)),
    ]
    #expect(turned(notes) == notes)
  }

  @Test func `no id is left in a dictionary that the ledger takes in`() {
    var batch = EventBatch(capacity: 8)
    let text = Array("ExponentPushToken[x]".utf8)
    let reason = Array("gone: ExponentPushToken[x]".utf8)
    let empty = batch.groups[AttributeGroup.reason.rawValue].intern(reason.span, joining: 0..<0)
    let quoting = batch.groups[AttributeGroup.reason.rawValue].intern(reason.span, joining: 0..<reason.count)
    for (kind, detail) in [(EventKind.sent, empty), (.sendFailed, quoting)] {
      batch.events.append(
        BatchEvent(
          device: batch.deviceKey(text: text.span, 0..<text.count), time: 1_790_000_000_000, message: 0,
          app: 0,
          context: 0, build: 0, network: 0, detail: detail, file: 0, kind: kind))
    }
    var pseudonyms = BatchPseudonyms(.test)
    pseudonyms.turn(&batch)
    let name = PseudonymKey.plain("ExponentPushToken[x]")
    #expect(batch.events.map(\.device.hexadecimal) == [name, name])
    #expect(batch.events.allSatisfy { !$0.device.isText && $0.time == 1_790_000_000_000 })
    #expect(batch.events.map(\.kind) == [.sent, .sendFailed])
    let reasons = batch.groups[AttributeGroup.reason.rawValue]
    #expect((0..<UInt32(reasons.count)).map(reasons.text) == ["\0", "gone: \(name)\0"])
    #expect((0..<UInt32(batch.deviceTexts.count)).map(batch.deviceTexts.text) == [""])
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func `a pseudonym that is remembered is that of its id`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    // Ids that share places, met again and again.
    let ids: [DeviceKey] = (0..<300).map { number in
      let high = number % 3 == 0 ? 0 : random.next()
      return DeviceKey(high: high, low: number % 3 == 1 ? 0 : UInt64(number % 50))
    }
    var batch = EventBatch(capacity: 4_096)
    let met = (0..<4_000).map { _ in ids.randomElement(using: &random) ?? ids[0] }
    let empty = batch.groups[AttributeGroup.reason.rawValue].intern([UInt8]().span, joining: 0..<0)
    batch.events = met.map {
      BatchEvent(
        device: $0, time: 1_790_000_000_000, message: 0, app: 0, context: 0, build: 0, network: 0,
        detail: empty,
        file: 0, kind: .sent)
    }
    var pseudonyms = BatchPseudonyms(.test, places: 64)
    pseudonyms.turn(&batch)
    var names: [DeviceKey: String] = [:]
    for id in ids { names[id] = PseudonymKey.plain(id.hexadecimal) }
    #expect(zip(met, batch.events).allSatisfy { names[$0] == $1.device.hexadecimal })
  }
}

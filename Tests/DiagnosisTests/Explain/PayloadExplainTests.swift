import Diagnosis
import Prose
import ReceiptModel
import Testing

/// A payload that is known is evidence: it rules causes in or out.
struct PayloadExplainTests {
  private func payload(_ remarks: PayloadLint) -> PayloadStory {
    var payload = PayloadStory()
    payload.variants = 1
    payload.remarks = remarks
    payload.bytes = 300
    payload.cannotBeAcked = remarks.cannotBeAcked
    return payload
  }

  private func push(
    _ events: [(EventKind, Int64)], _ remarks: PayloadLint, on platform: String = "iOS"
  ) throws -> DeliveryExplanation {
    let push = Push(events) { delivery in
      delivery.traits.payload = payload(remarks)
      if remarks.cannotBeAcked { delivery.traits.isAckEligible = false }
      if platform != "iOS" { delivery.becomeAndroid() }
    }
    return try #require(push.explanation?.deliveries.first)
  }

  private func words(_ delivery: DeliveryExplanation) -> String {
    delivery.grounds.map { $0.text.plain() }.joined(separator: "\n")
  }

  @Test func `a push with a payload that forbids it has no receipt to come, and the reason is told`() throws {
    let found = try push([(.sent, 0)], [.mutableContentMisplaced, .customInsideAps])
    #expect(found.verdict == .notAckEligible)
    #expect(words(found).contains("no extension receipt can come: mutable-content stands outside aps"))
    #expect(words(found).contains("its payload: the sender's own keys stand inside aps"))
    #expect(found.nextStep?.plain().contains("mutable-content inside aps") == true)
    let silent = try push([(.sent, 0)], .silent)
    #expect(silent.nextStep == nil)
  }

  @Test func `an opened push whose payload forbids a receipt lost none`() throws {
    #expect(try push([(.sent, 0), (.opened, 9000)], .alertEmpty).verdict == .reachedDevice)
    #expect(try push([(.sent, 0), (.opened, 9000)], []).verdict == .ackLost)
  }

  @Test func `on an Android phone the payload says nothing`() throws {
    let found = try push([(.sent, 0)], .mutableContentMissing, on: "ANDROID")
    #expect(words(found).contains("an extension receipt cannot be expected on ANDROID"))
  }

  @Test func `a payload that is as it should be is no rival`() throws {
    let unknown = Push([(.sent, 0)]).explanation?.deliveries.first
    let known = try push([(.sent, 0)], [])
    func blamesPayload(_ rivals: [Rival]) -> Bool {
      rivals.contains { $0.cause.plain().hasPrefix("the payload does not start") }
    }
    #expect(blamesPayload(try #require(unknown).rivals))
    #expect(!blamesPayload(known.rivals))
    #expect(words(known).contains("its payload asks for the extension"))
  }

  private func message(_ remarks: PayloadLint, acked: Int, sent: Int = 100) -> MessageExplanation {
    var story = MessageStory(messageID: "m", appKey: "333")
    story.firstSent = Push.at(0)
    story.lastSent = Push.at(0)
    story.deliveries = sent
    story.payload = payload(remarks)
    story.extensionSends = sent
    var counts = Sample.counts(Sample.apns(sent: sent, acked: acked, opened: 0))
    if remarks.cannotBeAcked {
      counts[.ackEligible] = 0
      counts[.eligibleAcked] = 0
    }
    story.parts = [MessagePart(appVersion: "3.2", osVersion: "18", networkType: "wifi", counts: counts)]
    let settings = Push([(.sent, 0)]).settings
    return Diagnosis.explain([story], settings)[0]
  }

  @Test func `a message that cannot be acked is told so, with its cause and without rivals`() {
    let found = message(.mutableContentIsText, acked: 0)
    #expect(found.verdict == .cannotBeAcked)
    #expect(found.rivals.isEmpty)
    #expect(
      found.grounds.map { $0.plain() }.contains(
        "no extension receipt can come: mutable-content is text and not the number 1"))
    #expect(message([], acked: 50).verdict == .nothingToCompare)
  }

  @Test func `acks of a message that cannot be acked speak against the logged payload`() {
    let found = message(.mutableContentMissing, acked: 3)
    #expect(found.rivals.map { $0.cause.plain() } == ["what was sent is not what was logged"])
    #expect(
      found.grounds.map { $0.plain() }.contains("mutable-content is missing, and yet 3 sends were acked"))
  }
}

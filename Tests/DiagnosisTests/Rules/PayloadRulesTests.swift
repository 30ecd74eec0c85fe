import Diagnosis
import Prose
import ReceiptModel
import Testing

/// What payloads are known to be at fault for is told as a fact, and only that.
struct PayloadRulesTests {
  private func message(
    _ id: String, _ remarks: PayloadLint, cannotBeAcked: Bool = true, sends: Int = 100,
    sendFailed: Int = 0
  ) -> MessagePayload {
    var payload = PayloadStory()
    payload.variants = 1
    payload.remarks = remarks
    payload.bytes = 5000
    payload.cannotBeAcked = cannotBeAcked
    return MessagePayload(
      appKey: "333", messageID: id, payload: payload, sends: sends, sendFailed: sendFailed)
  }

  /// Evidence of an AppKey with 300 other ack-eligible sends on the judged day, of which some are acked.
  private func evidence(_ payloads: [MessagePayload], acked: Int = 200) -> Evidence {
    var evidence = Sample.evidence()
    evidence.cells = [Sample.cell(day: 14, "333", ["apns"], Sample.apns(sent: 300, acked: acked, opened: 0))]
    evidence.payloads = payloads
    return evidence
  }

  @Test func `messages that cannot be acked are told with their share of the sends and their causes`() {
    let found = Rule.cannotBeAcked.findings(
      evidence([
        message("1", [.mutableContentMissing]), message("2", [.alertEmpty, .tooLarge], sends: 200),
      ]))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.deliveries) == [300])
    #expect(found.map(\.observed) == [0.5])
    #expect(found.map(\.rivals.count) == [0])
    #expect(
      found.map { $0.cause.plain() } == [
        "the payloads of 2 messages do not start the extension: the alert has no title, subtitle or body, "
          + "mutable-content is missing"
      ])
  }

  @Test func `one message is named`() {
    let found = Rule.cannotBeAcked.findings(evidence([message("1", [.mutableContentIsText])]))
    #expect(found.map(\.scope.text) == ["message_id 1"])
  }

  @Test func `silent pushes, few sends and payloads that can be acked are no finding`() {
    let found = Rule.cannotBeAcked.findings(
      evidence([
        message("1", [.silent]), message("2", [.mutableContentMissing], cannotBeAcked: false),
        message("3", [.mutableContentMissing], sends: 19), message("4", []),
      ]))
    #expect(found.isEmpty)
  }

  @Test func `an AppKey without any ack may have no extension, so it gets a note`() {
    let found = Rule.cannotBeAcked.findings(evidence([message("1", [.mutableContentMissing])], acked: 0))
    #expect(found.map(\.severity) == [.info])
  }

  @Test func `a large payload is told where its sends were refused`() {
    let remarks: PayloadLint = [.tooLarge]
    let found = Rule.payloadTooLarge.findings(
      evidence([
        message("1", remarks, cannotBeAcked: false),
        message("2", remarks, cannotBeAcked: false, sends: 90, sendFailed: 10),
        message("3", remarks, cannotBeAcked: false, sends: 0, sendFailed: 10),
        message("4", [], cannotBeAcked: false, sendFailed: 10),
      ]))
    #expect(found.map(\.scope.text) == ["message_id 3", "message_id 2"])
    #expect(found.map(\.severity) == [.critical, .warning])
  }

  @Test func `a silent message whose payload is right is not blamed for it`() {
    func cell(_ id: String, acked: Int) -> MessageCell {
      MessageCell(
        appKey: "333", messageID: id, counts: Sample.counts(Sample.apns(sent: 400, acked: acked, opened: 0)),
        firstSent: Sample.instant(10))
    }
    var evidence = evidence([message("2", [.tooLarge], cannotBeAcked: false)])
    evidence.messages = [cell("1", acked: 300), cell("2", acked: 0)]
    let found = Rule.messageSilent.findings(evidence)
    #expect(found.map { $0.cause.plain() }.first?.hasPrefix("it went only to devices or builds") == true)
    evidence.payloads = [message("2", [.unreadable], cannotBeAcked: false)]
    #expect(
      Rule.messageSilent.findings(evidence).first?.cause.plain().hasPrefix("its payload") == true)
  }
}

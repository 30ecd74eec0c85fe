import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct MessageSilentTests {
  private func message(_ id: String, hour: Int, sent: Int, acked: Int, opened: Int = 0) -> MessageCell {
    MessageCell(
      appKey: "333", messageID: id,
      counts: Sample.counts(
        Sample.apns(sent: sent, acked: acked, opened: opened, openedUnacked: acked == 0 ? opened : 0)),
      firstSent: Sample.instant(hour))
  }

  private func findings(_ messages: [MessageCell]) -> [Finding] {
    var evidence = Sample.evidence()
    evidence.messages.cells = MessageCells(messages)
    return Rule.messageSilent.findings(evidence)
  }

  @Test func `a message without an ack among messages with acks is silent`() {
    let found = findings([
      message("1", hour: 9, sent: 400, acked: 300), message("2", hour: 10, sent: 400, acked: 0, opened: 3),
    ])
    #expect(found.map(\.scope.text) == ["message_id 2"])
    #expect(found.map(\.since) == [Sample.instant(10)])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.rivals.count) == [1])
    #expect(
      found.first?.cause.plain().hasPrefix("its payload shows an alert but cannot start the extension")
        == true)
    #expect(
      findings([message("1", hour: 9, sent: 400, acked: 300), message("2", hour: 10, sent: 400, acked: 1)])
        .isEmpty)
  }

  @Test func `a message nobody opened may be a silent push, which is a note`() {
    let found = findings([
      message("1", hour: 9, sent: 400, acked: 300), message("2", hour: 10, sent: 400, acked: 0),
    ])
    #expect(found.first?.cause.plain().hasSuffix("or it is a silent push") == true)
    #expect(found.map(\.severity) == [.info])
  }

  @Test func `below twenty sends nothing is said of a message, and where acks are rare of no small one`() {
    let others = message("1", hour: 9, sent: 4000, acked: 3000)
    #expect(findings([others, message("2", hour: 10, sent: 19, acked: 0)]).isEmpty)
    #expect(findings([others, message("2", hour: 10, sent: 20, acked: 0)]).count == 1)
    // The others ack at least 9.1 %: 0.909^72 is 0.00103, 0.909^73 is 0.00094.
    let rare = message("1", hour: 9, sent: 4000, acked: 400)
    #expect(findings([rare, message("2", hour: 10, sent: 70, acked: 0)]).isEmpty)
    #expect(findings([rare, message("2", hour: 10, sent: 76, acked: 0)]).count == 1)
  }

  @Test func `among silent pushes a message is told by its opens, where another push of the hour was acked`()
  {
    func found(opened: Int, acked: Int, hour: Int = 12) -> [String] {
      var evidence = Sample.evidence()
      evidence.cells = [
        Sample.cell(
          day: 13, "333", ["apns"], Sample.apns(sent: 4000, acked: 2400, opened: 300, openedUnacked: 12))
      ]
      evidence.history = Sample.history
      evidence.messages.cells = MessageCells([
        message("1", hour: 12, sent: 4000, acked: 0),
        message("2", hour: 12, sent: 400, acked: 0, opened: opened),
        message("3", hour: hour, sent: 2, acked: acked),
      ])
      return Rule.messageSilent.findings(evidence).map(\.scope.text)
    }
    #expect(found(opened: 8, acked: 1) == ["message_id 2"])
    #expect(found(opened: 1, acked: 1).isEmpty)
    #expect(found(opened: 0, acked: 1).isEmpty)
    // Or it is an outage.
    #expect(found(opened: 8, acked: 0).isEmpty)
    #expect(found(opened: 8, acked: 1, hour: 15).isEmpty)
  }

  @Test func `several opened messages without acks are told where other AppKeys and a later push are acked`()
  {
    func found(later: Int, others: Int) -> [String] {
      var evidence = Sample.evidence()
      evidence.cells = [
        Sample.cell(
          day: 13, "333", ["apns"], Sample.apns(sent: 4000, acked: 2400, opened: 170, openedUnacked: 2)),
        Sample.cell(
          day: 14, "333", ["apns"], Sample.apns(sent: 332, acked: later, opened: 16, openedUnacked: 16)),
      ]
      evidence.hourCells = [
        Sample.cell(day: Sample.hour(9), "444", ["apns"], Sample.sends(40, acked: others)),
        Sample.cell(day: Sample.hour(10), "333", ["apns"], Sample.sends(200, acked: 0)),
        Sample.cell(day: Sample.hour(10), "444", ["apns"], Sample.sends(40, acked: others)),
      ]
      evidence.messages.cells = MessageCells([
        message("1", hour: 9, sent: 130, acked: 0, opened: 6),
        message("2", hour: 10, sent: 200, acked: 0, opened: 10),
        message("3", hour: 15, sent: 2, acked: later),
      ])
      return Rule.messageSilent.findings(evidence).map(\.scope.text)
    }
    #expect(found(later: 1, others: 30) == ["message_id 1", "message_id 2"])
    // Or the extension has stopped, or it is an outage.
    #expect(found(later: 0, others: 30).isEmpty)
    #expect(found(later: 1, others: 2).isEmpty)
  }

  @Test func `when all messages of those hours are silent, none of them is to blame`() {
    #expect(
      findings([
        message("1", hour: 2, sent: 4000, acked: 3000), message("2", hour: 12, sent: 400, acked: 0),
        message("3", hour: 13, sent: 400, acked: 0), message("4", hour: 20, sent: 4000, acked: 3000),
      ])
      .isEmpty)
  }

  @Test func `alone in its hours a message is judged by the day, with an outage as the first rival`() {
    let found = findings([
      message("1", hour: 2, sent: 4000, acked: 3000), message("2", hour: 12, sent: 400, acked: 0),
    ])
    #expect(found.map(\.scope.text) == ["message_id 2"])
    #expect(found.first?.rivals.first?.cause.plain() == "no ack at all came in at that time")
    #expect(findings([message("2", hour: 12, sent: 400, acked: 0)]).isEmpty)
  }

  @Test func `many silent messages are one finding`() {
    let others = message("1", hour: 9, sent: 9000, acked: 7000)
    let silent = (0..<6).map { message("s\($0)", hour: 10, sent: 50 + $0, acked: 0) }
    #expect(findings([others] + silent.prefix(5)).count == 5)
    let found = findings([others] + silent)
    #expect(found.map(\.scope.text) == ["message_id s5, and 5 smaller ones"])
    #expect(found.map(\.deliveries) == [315])
  }

  @Test(arguments: [(0, 0), (100, 1)]) func `in an outage a message is silent only where others are not`(
    acked: Int, silent: Int
  ) {
    // Every hour has 20 pushes with 17 acks, but for a stretch of six; two AppKeys share it, so it is an outage. The
    // message of 200 is sent at its second hour, and its neighbours at the hours before count as close.
    var evidence = HourSample.evidence([])
    for place in 0..<360 {
      let isLow = (346..<352).contains(place)
      for appKey in ["333", "444"] {
        let sent = place == 347 && appKey == "333" ? 400 : 20
        let hits = isLow ? (sent == 400 ? acked : 0) : 17
        evidence.hourCells.append(
          HourSample.cell(place, sent: sent, acked: [1000: hits], opened: sent / 10, appKey: appKey))
      }
    }
    evidence.messages.cells = MessageCells(
      [
        message("1", hour: 9, sent: 200, acked: 170), message("2", hour: 11, sent: 200, acked: 0),
      ] + (0..<10).map { message("x\($0)", hour: 11, sent: 20, acked: acked / 10) })
    #expect(Rule.ackOutage.findings(evidence).contains { $0.appKey == "333" })
    #expect(Rule.messageSilent.findings(evidence).filter { $0.scope.text == "message_id 2" }.count == silent)
    // The same message with its neighbours, and no word of the hours.
    evidence.hourCells = []
    #expect(Rule.messageSilent.findings(evidence).contains { $0.scope.text.hasPrefix("message_id 2") })
  }

  @Test(arguments: seeds(0..<8)) func `small messages that are added up are neighbours as before`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let messages = (0..<60).map { number in
      let sent = Int.random(in: 0..<(number % 5 == 0 ? 400 : 19), using: &random)
      let isSilent = Bool.random(using: &random)
      return message(
        "\(number)", hour: .random(in: 0..<24, using: &random), sent: sent,
        acked: isSilent ? 0 : Int.random(in: 0...sent, using: &random))
    }
    var evidence = Sample.evidence()
    evidence.messages = JudgedMessages(
      MessageCells(messages), least: evidence.limits.ownMessage, room: Int(seed) * 8)
    #expect(
      Rule.messageSilent.findings(evidence).map { "\($0)" } == findings(messages).map { "\($0)" })
  }

  @Test func `an unripe day is not judged`() {
    var evidence = Sample.evidence()
    evidence.messages = [
      message("1", hour: 9, sent: 400, acked: 300), message("2", hour: 10, sent: 400, acked: 0),
    ]
    evidence.scope.asOf = Sample.scope.days[0].end
    #expect(Rule.messageSilent.findings(evidence).isEmpty)
  }
}

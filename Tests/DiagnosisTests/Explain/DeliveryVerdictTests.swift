import Diagnosis
import Prose
import ReceiptModel
import Testing

/// Each verdict of the list: the smallest push that gets it, and the nearest one that does not.
struct DeliveryVerdictTests {
  @Test func `an ack within a second is of the first try, at a second it need not be`() {
    #expect(Push([(.sent, 0), (.extAck, 999)]).verdict == .ackedOnFirstTry)
    #expect(Push([(.sent, 0), (.extAck, 1_000)]).verdict == .ackedFirstTryPossible)
  }

  @Test func `an ack soon after a second send may answer the first, so its try is open`() {
    #expect(Push([(.sent, 0), (.sent, 60_000), (.extAck, 60_500)]).verdict == .ackedFirstTryPossible)
  }

  @Test func `acks four seconds apart prove a retry, closer ones and those of two sends do not`() {
    #expect(Push([(.sent, 0), (.extAck, 1_500), (.extAck, 5_500)]).verdict == .retried)
    #expect(Push([(.sent, 0), (.extAck, 1_500), (.extAck, 5_499)]).verdict == .ackedFirstTryPossible)
    #expect(Push([(.sent, 0), (.extAck, 1_500), (.extAck, 19_501)]).verdict == .ackedFirstTryPossible)
    #expect(
      Push([(.sent, 0), (.sent, 1), (.extAck, 1_500), (.extAck, 5_500)]).verdict == .ackedFirstTryPossible)
  }

  @Test
  func `an ack after all tries can be over waited or had other work, after the system's limit it waited`() {
    #expect(Push([(.sent, 0), (.extAck, 17_000)]).verdict == .ackedFirstTryPossible)
    #expect(Push([(.sent, 0), (.extAck, 17_001)]).verdict == .ackedOverBudget)
    #expect(Push([(.sent, 0), (.extAck, 30_000)]).verdict == .ackedOverBudget)
    let late = Push([(.sent, 0), (.extAck, 30_001)]).explanation?.deliveries.first
    #expect(late?.verdict == .deliveredLate)
    #expect(late?.tries.first?.leastWait == 1)
  }

  @Test func `an ack before every send is of another clock, before one of two it is not`() {
    #expect(Push([(.sent, 0), (.extAck, -1)]).verdict == .clockSkew)
    #expect(Push([(.sent, -900), (.sent, 0), (.extAck, -1)]).verdict == .ackedOnFirstTry)
  }

  @Test func `a stamp in whole seconds may have been cut, so it need not be before the send`() {
    // The send is at 120 ms of its second; the ack's stamp at 0 ms of it.
    #expect(Push([(.sent, 0), (.extAck, -120)]).verdict == .ackedOnFirstTry)
    #expect(Push([(.sent, 0), (.extAck, -1_120)]).verdict == .clockSkew)
  }

  @Test func `an answer under a key that never sent is foreign, under one that sent it is its own`() {
    var push = Push([(.sent, 0)])
    push.add([(.extAck, 900)], app: "999")
    #expect(push.verdict == .answeredUnderForeignAppKey)
    #expect(push.explanation?.deliveries.map(\.appKey) == ["333"])
    #expect(push.explanation?.deliveries.first?.foreignKeys == ["999"])
    push.deliveries[1].events.append(Push.event(.sent, 100, app: "999"))
    #expect(push.explanation?.deliveries.map(\.verdict) == [.unknown, .ackedOnFirstTry])
  }

  @Test func `an open without an ack is a lost ack once settled, and just an open before`() {
    var push = Push([(.sent, 0), (.opened, 5_000)])
    #expect(push.verdict == .ackLost)
    push.asOf = 15 * 60_000 - 1
    #expect(push.verdict == .reachedDevice)
    push.asOf += 1
    #expect(push.verdict == .ackLost)
  }

  @Test(arguments: [EventKind.displayed, .dismissed, .opened]) func `the device's own words count`(
    kind: EventKind
  ) {
    #expect(Push([(.sent, 0), (kind, 5_000)]).verdict == .ackLost)
  }

  @Test func `an arrival is the gateway's word on an iPhone and the phone's on Android`() {
    #expect(Push([(.sent, 0), (.arrived, 500)]).verdict == .unknown)
    let android = Push([(.sent, 0), (.arrived, 500)]) { $0.becomeAndroid() }
    #expect(android.verdict == .reachedDevice)
    #expect(android.explanation?.deliveries.first?.stage == .reached)
  }

  @Test func `no ack is expected of Android, and whether of a device of unknown kind is open`() {
    #expect(Push([(.sent, 0)]) { $0.becomeAndroid() }.verdict == .notAckEligible)
    let unknown = Push([(.sent, 0)]) {
      $0.becomeAndroid()
      $0.traits.platform = ""
    }
    #expect(unknown.verdict == .unknown)
  }

  @Test func `an answer without a send is an orphan`() {
    #expect(Push([(.extAck, 0)]).verdict == .orphan)
    #expect(Push([(.accepted, 0), (.opened, 9)]).verdict == .orphan)
    #expect(Push([(.accepted, 0)]).verdict == .unknown)
  }

  @Test func `a refusal ends a push, unless it was also taken`() {
    let refused = Push([(.sendFailed, 0)]) { $0.traits.reasonText = "Unregistered" }
    #expect(refused.verdict == .sendRefused)
    #expect(
      refused.explanation?.deliveries.first?.grounds.last?.text.plain().contains("the app was removed")
        == true)
    #expect(Push([(.sendFailed, 0), (.sent, 10)]).verdict == .refusedAndSent)
    #expect(Push([(.sendFailed, 0), (.sent, 10), (.extAck, 900)]).verdict == .ackedOnFirstTry)
  }

  @Test(arguments: [EventKind.arriveFailed, .dropped, .expired])
  func `a report of no arrival is told as such`(
    kind: EventKind
  ) {
    #expect(Push([(.sent, 0), (kind, 100)]).verdict == .notArrived)
    #expect(Push([(.sent, 0), (kind, 100), (.extAck, 900)]).verdict == .ackedOnFirstTry)
  }

  @Test func `nothing is missed before receipts have had their time`() {
    var push = Push([(.sent, 0)])
    push.asOf = 15 * 60_000 - 1
    #expect(push.verdict == .notSettledYet)
    push.asOf += 1
    #expect(push.verdict == .unknown)
  }

  @Test
  func `a message that nobody acks cannot start the extension, from the sends on that chance cannot explain`()
  {
    // The others ack 800 of 1000: 0.2^5 = 0.00032 is the first below 0.001, 0.2^4 is 0.0016.
    #expect(Push([(.sent, 0)]) { $0.surround(acked: 0, of: 5) }.verdict == .messageCannotTrigger)
    #expect(Push([(.sent, 0)]) { $0.surround(acked: 0, of: 4) }.verdict == .unknown)
    #expect(Push([(.sent, 0)]) { $0.surround(acked: 1, of: 100) }.verdict == .unknown)
  }

  @Test func `a message that went to a silent build only says nothing about the message`() {
    let push = Push([(.sent, 0)]) { delivery in
      delivery.surround(silentBuild: 500)
      delivery.surroundings?.message = [
        BuildAcks(appVersion: "3.2", osVersion: "18.1", rate: Rate(0, of: 100))
      ]
    }
    #expect(push.verdict == .buildNeverAcks)
  }

  @Test func `a build that never acks is named once chance cannot explain it`() {
    #expect(Push([(.sent, 0)]) { $0.surround(silentBuild: 8) }.verdict == .buildNeverAcks)
    #expect(Push([(.sent, 0)]) { $0.surround(silentBuild: 3) }.verdict == .unknown)
    let unknownBuild = Push([(.sent, 0)]) { delivery in
      delivery.surround(silentBuild: 500)
      delivery.traits.appVersion = ""
    }
    #expect(unknownBuild.verdict == .unknown)
  }

  /// A push to the same device, `sentAt` after this one, acked `waited` later.
  private func later(_ sentAt: Int64, acked waited: Int64?) -> DevicePush {
    DevicePush(
      messageID: "m\(sentAt)", sentAt: Push.at(sentAt), ackedAt: waited.map { Push.at(sentAt + $0) },
      ackLatency: waited, firstWord: waited.map { Push.at(sentAt + $0) })
  }

  private func among(_ pushes: [DevicePush]) -> DeliveryVerdict? {
    Push([(.sent, 0)]) { $0.surround(acked: 8, of: 10, device: pushes) }.verdict
  }

  @Test func `a later push that came after a wait took its place, one that came at once did not`() {
    #expect(among([later(Push.hour, acked: 30_001)]) == .replacedByLater)
    #expect(among([later(Push.hour, acked: 30_000)]) == .unknown)
    #expect(among([later(Push.hour, acked: nil)]) == .unknown)
    #expect(among([later(-Push.hour, acked: 2 * Push.hour)]) == .unknown)
  }

  @Test func `a device that spoke in between was not out of reach`() {
    let back = later(2 * Push.hour, acked: 60_000)
    #expect(among([later(Push.hour, acked: nil), back]) == .replacedByLater)
    #expect(among([later(Push.hour, acked: 900), back]) == .unknown)
  }

  @Test func `every cited event stands in the timeline`() throws {
    var push = Push([(.sent, 0), (.arrived, 400), (.extAck, 1_500), (.extAck, 7_500), (.opened, 90_000)])
    push.add([(.extAck, 8_000)], app: "999")
    let explanation = try #require(push.explanation)
    for ground in explanation.deliveries.flatMap(\.grounds) {
      for event in ground.events { #expect(explanation.timeline.contains(event)) }
    }
    #expect(explanation.timeline == explanation.timeline.sorted { $0.at < $1.at })
  }

  @Test func `only deliveries of the wanted AppKeys are explained`() {
    var push = Push([(.sent, 0)])
    push.add([(.extAck, 900)], app: "999")
    push.add([(.sent, 0)], app: "444")
    #expect(
      Diagnosis.explain(push.story, push.settings, appKeys: ["444"])?.deliveries.map(\.appKey) == ["444"])
    #expect(
      Diagnosis.explain(push.story, push.settings, appKeys: ["999"])?.deliveries.map(\.appKey) == ["333"])
    #expect(Diagnosis.explain(push.story, push.settings, appKeys: ["1"]) == nil)
  }

  @Test func `no text shows an id`() throws {
    for verdictPush in [
      Push([(.sent, 0)]) { $0.surround(acked: 8, of: 10, device: [later(Push.hour, acked: 40_000)]) }
    ] {
      var story = verdictPush.story
      story.deviceID = "device-x"
      story.messageID = "message-x"
      let delivery = try #require(Diagnosis.explain(story, verdictPush.settings)?.deliveries.first)
      let phrases =
        delivery.grounds.map(\.text) + delivery.rivals.map(\.phrase) + [delivery.nextStep ?? .empty]
      let texts = phrases.map { $0.plain() }
      #expect(
        !texts.contains {
          $0.contains("device-x") || $0.contains("message-x") || $0.contains("m\(Push.hour)")
        })
    }
  }
}

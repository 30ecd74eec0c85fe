import Diagnosis
import Prose
import ReceiptModel
import Testing

/// Each verdict of the list: the smallest device that gets it, and the nearest one that does not.
struct DeviceVerdictTests {
  private let dead: (inout DeliveryStory) -> Void = { $0.traits.reasonText = "Unregistered" }

  @Test func `a token is dead by the last word of a gateway, and not once a push was taken after that`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    phone.add(2, [(.sendFailed, 0)], dead)
    #expect(phone.verdict == .tokenDead)
    #expect(phone.app?.tokenState == "dead")
    #expect(phone.app?.grounds.contains { $0.plain().contains("the app was removed") } == true)
    phone.add(3)
    #expect(phone.verdict == .takenAgain)
    #expect(phone.app?.tokenState == "taken")
    phone.add(4, [(.sent, 0), (.extAck, 900)])
    #expect(phone.verdict == .answers)
  }

  @Test func `a token that is refused after its push was taken is dead, and a newer one is told`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.arriveFailed, 500)], dead)
    #expect(phone.verdict == .tokenDead)
    func tokens() -> [String] {
      (phone.app?.grounds ?? []).map { $0.plain() }.filter { $0.contains("map of tokens") }
    }
    #expect(tokens() == [])
    phone.latestToken = Push.at(0)
    #expect(tokens() == ["the map of tokens has no token of the device from after that refusal"])
    phone.latestToken = Push.at(Phone.hour)
    #expect(tokens().first?.contains("a new token of the device") == true)
  }

  @Test func `notifications are off until the device answers again, whatever is sent meanwhile`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.arriveFailed, 500)]) { delivery in
      delivery.becomeAndroid()
      delivery.traits.reasonCode = "6"
      delivery.traits.reasonText = "notify disabled"
    }
    phone.add(2) { $0.becomeAndroid() }
    #expect(phone.verdict == .notificationsOff)
    #expect(phone.app?.isMuted == true)
    phone.add(3, [(.sent, 0), (.opened, 900)]) { $0.becomeAndroid() }
    #expect(phone.verdict == .answers)
    #expect(phone.app?.isMuted == false)
  }

  @Test func `pushes are refused when the last was, for whatever reason`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    phone.add(2, [(.sendFailed, 0)]) { $0.traits.reasonText = "TooManyRequests" }
    #expect(phone.verdict == .pushesRefused)
    #expect(phone.app?.isMuted == false)
    phone.add(3, [(.sent, 0), (.extAck, 900)])
    #expect(phone.verdict == .answers)
  }

  @Test func `answers under a key that never sent are foreign, until one comes under its own`() {
    var phone = Phone()
    phone.add(0)
    phone.addForeign([(.extAck, 900)], app: "999")
    #expect(phone.verdict == .answeredUnderForeignAppKey)
    #expect(phone.explanation?.apps.map(\.appKey) == ["333"])
    #expect(Diagnosis.explain(phone.story, phone.settings, appKeys: ["999"], in: .utc)?.apps.count == 1)
    #expect(Diagnosis.explain(phone.story, phone.settings, appKeys: ["1"], in: .utc) == nil)
    phone.add(2, [(.sent, 0), (.extAck, 900)])
    #expect(phone.verdict == .answers)
  }

  @Test func `a device went silent after ten pushes over twelve hours that others would have acked`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    phone.addSilence(1..<10)
    #expect(phone.verdict == .answers)
    phone.add(12)
    #expect(phone.verdict == .answers, "over eleven hours")
    phone.add(13)
    #expect(phone.verdict == .wentSilent)
    #expect(phone.app?.isMuted == true)
    phone.setUsual(["3.2": Rate(300, of: 1000)])
    #expect(phone.verdict == .answers, "others answer no more than three of ten")
    phone.setUsual([:])
    #expect(phone.verdict == .answers, "nobody knows what others do")
  }

  @Test func `a device that never answered is silent most likely, and nothing is proven`() {
    var phone = Phone()
    phone.addSilence(0..<9)
    #expect(phone.verdict == .unknown)
    phone.add(12)
    #expect(phone.verdict == .neverAnswered)
    #expect(phone.app?.verdict.certainty == .likely)
    #expect(phone.app?.lastSign == nil)
    phone.asOf = 12 * Phone.hour
    #expect(phone.verdict == .unknown, "the tenth is not settled")
  }

  @Test func `a silent push counts by the acks of its own build, and of an unknown build by the lowest`() {
    var phone = Phone()
    phone.setUsual(["3.2": Rate(800, of: 1000), "3.1": Rate(10, of: 1000)])
    phone.addSilence(0..<14) { $0.traits.appVersion = "3.1" }
    #expect(phone.verdict == .unknown)
    phone = Phone()
    phone.setUsual(["3.2": Rate(800, of: 1000), "3.1": Rate(10, of: 1000)])
    phone.addSilence(0..<14) { $0.traits.appVersion = "" }
    #expect(phone.verdict == .unknown)
    phone.setUsual(["3.2": Rate(800, of: 1000), "3.1": Rate(700, of: 1000)])
    #expect(phone.verdict == .neverAnswered)
  }

  @Test
  func `a device that got nothing while others did was passed over, by its share of what was sent before`() {
    var phone = Phone()
    for hour in 0..<10 as Range<Int64> { phone.add(hour, [(.sent, 0), (.extAck, 900)]) }
    // Nine more in the time of 1000: of 760 others 6.84, of 770 others 6.93.
    (phone.facts.sendsMeanwhile, phone.facts.sendsSince) = (1000, 760)
    #expect(phone.verdict == .answers)
    phone.facts.sendsSince = 770
    #expect(phone.verdict == .notSentSince)
    #expect(phone.app?.grounds.contains { $0.plain().contains("about 7 since") } == true)
  }

  @Test func `a single push says nothing of how often they come`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    (phone.facts.sendsMeanwhile, phone.facts.sendsSince) = (1, 1000)
    #expect(phone.verdict == .answers)
  }

  @Test func `a device never acks when it answers otherwise and its build acks elsewhere`() {
    var phone = Phone()
    for hour in 0..<4 as Range<Int64> { phone.add(hour, [(.sent, 0), (.opened, 60_000)]) }
    #expect(phone.verdict == .answers)
    phone.add(4, [(.sent, 0), (.opened, 60_000)])
    #expect(phone.verdict == .neverAcks)
    phone.add(5, [(.sent, 0), (.extAck, 900)])
    #expect(phone.verdict == .answers)
  }

  @Test func `an update to a build that never acks is named, on a device that acked before`() {
    var phone = Phone()
    phone.setUsual(["3.2": Rate(800, of: 1000), "3.3": Rate(0, of: 50)])
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    phone.add(2) { $0.traits.appVersion = "3.3" }
    #expect(phone.verdict == .neverAcks)
    #expect(phone.app?.nextStep?.plain().contains("the build 3.3") == true)
    phone.setUsual(["3.2": Rate(800, of: 1000), "3.3": Rate(1, of: 50)])
    #expect(phone.verdict == .answers)
  }

  @Test func `a build that acks on no device is to blame for a silence`() {
    var phone = Phone()
    phone.setUsual(["3.2": Rate(0, of: 50), "3.1": Rate(800, of: 1000)])
    phone.add(0)
    #expect(phone.verdict == .buildNeverAcks)
    #expect(phone.app?.nextStep?.plain().contains("the build 3.2") == true)
    phone.setUsual(["3.2": Rate(0, of: 2), "3.1": Rate(800, of: 1000)])
    #expect(phone.verdict == .unknown)
  }

  @Test func `the device's own pushes do not make its build silent`() {
    var phone = Phone()
    phone.setUsual(["3.2": Rate(0, of: 8), "3.1": Rate(800, of: 1000)])
    phone.asOf = 500 * Phone.hour
    for hour in 200..<208 as Range<Int64> { phone.add(hour) }
    #expect(phone.verdict == .unknown)
    #expect(phone.app?.comparison?.rates.first?.own == Rate(0, of: 8))
  }

  @Test func `answers without a send are orphans`() {
    var phone = Phone()
    phone.add(0, [(.opened, 0)])
    #expect(phone.verdict == .orphan)
    phone.add(1, [(.sent, 0)])
    #expect(phone.verdict == .answers)
  }

  @Test func `without a send and an answer it was never sent to, though its app may have been opened`() {
    var phone = Phone()
    phone.add(0, [(.accepted, 0)])
    #expect(phone.verdict == .neverSent)
    var opened = Phone()
    opened.facts.opens = AppOpens(count: 2, first: Push.at(0), last: Push.at(5))
    #expect(opened.verdict == .neverSent)
    #expect(opened.app?.lastSign?.at == Push.at(5))
  }

  @Test func `no receipt is expected of Android, and none is missed before its time`() {
    var phone = Phone()
    phone.add(0) { $0.becomeAndroid() }
    #expect(phone.verdict == .noReceiptExpected)
    var young = Phone()
    young.add(0)
    young.asOf = 15 * 60_000 - 1
    #expect(young.verdict == .notSettledYet)
    young.asOf += 1
    #expect(young.verdict == .unknown)
  }

  @Test func `each AppKey is explained by itself, in the order of their bytes`() {
    var phone = Phone()
    phone.add(0, [(.sent, 0), (.extAck, 900)])
    phone.add(1, app: "222")
    #expect(phone.explanation?.apps.map(\.appKey) == ["222", "333"])
    #expect(phone.explanation?.apps.map(\.verdict) == [.unknown, .answers])
  }

  @Test func `the last ten pushes are told, the last first, and what became of each`() {
    var phone = Phone()
    phone.addSilence(0..<9)
    phone.add(9, [(.sent, 0), (.extAck, 2_100), (.opened, 60_000)])
    phone.add(10, [(.sendFailed, 0)], dead)
    let pushes = phone.app?.lastPushes ?? []
    #expect(pushes.map(\.messageID) == (1...10).reversed().map { "m\($0)" })
    let fates = pushes.map { $0.fate.joined().plain() }
    #expect(fates[0].hasPrefix("refused: Unregistered: the app was removed"))
    #expect(fates[1] == "sent, acked after 2.100 s, opened after 1.0 min")
    #expect(fates[2] == "sent, nothing was heard")
    #expect(pushes.map(\.explanation.verdict).prefix(3) == [.sendRefused, .ackedFirstTryPossible, .unknown])
  }

  @Test func `builds and channels are told, the last first, with when they were seen`() {
    var phone = Phone()
    phone.addSilence(0..<3)
    phone.add(3) { $0.traits.appVersion = "3.3" }
    #expect(phone.app?.builds.map(\.name.appVersion) == ["3.3", "3.2"])
    #expect(phone.app?.builds.map(\.pushes) == [1, 3])
    #expect(phone.app?.builds.last.map { [$0.first, $0.last] } == [Push.at(0), Push.at(2 * Phone.hour)])
    #expect(phone.app?.channels.map(\.name.channel) == ["apns"])
  }

  @Test func `no sentence shows an id or a token`() throws {
    var phone = Phone()
    phone.older = 3
    phone.add(0, [(.sent, 0), (.opened, 900)])
    phone.addForeign([(.extAck, 900)], app: "999")
    phone.add(1, [(.sendFailed, 0)]) {
      $0.traits.reasonText = "token a692961a92534047ad362575f31f5700 is dead"
    }
    let app = try #require(phone.app)
    let phrases =
      app.grounds + app.rivals.map(\.phrase) + [app.nextStep ?? .empty] + app.lastPushes.flatMap(\.fate)
    for text in phrases.map({ $0.plain() }) {
      #expect(!text.contains("a692961a92534047ad362575f31f5700") && !text.contains("m0"))
    }
  }
}

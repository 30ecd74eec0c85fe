import Prose
import ReceiptModel
import Testing

@testable import Diagnosis

/// `extension_timeouts` and `handler_called_early`, which tell two causes of the same loss apart.
struct ExtensionTimeTests {
  /// The findings of both rules, judged together.
  private func findings(_ evidence: Evidence) -> [Finding] {
    Diagnosis.findings(evidence, rules: [.extensionTimeouts, .handlerCalledEarly])
  }

  /// A healthy build: 97 of 100 acks, some of them from later tries, more of these on 4g.
  private var peers: DeviceSample {
    var sample = DeviceSample()
    sample.build(
      "1.0", "wifi", sent: 2000, acked: [0: 1880, 7: 40, 13: 20], retried: 20, openedAcked: 200,
      openedUnacked: 6)
    sample.build(
      "1.0", "4g", sent: 1000, acked: [1: 850, 7: 80, 13: 40], retried: 10, openedAcked: 100, openedUnacked: 3
    )
    return sample
  }

  @Test func `a build that acks as the others do is no news`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 940, 7: 20, 13: 10], retried: 10, openedAcked: 100)
    sample.build("2.0", "4g", sent: 500, acked: [1: 425, 7: 40, 13: 20], retried: 5, openedAcked: 50)
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `fewer acks on slow networks, and more of later tries, are the extension's time`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 940, 7: 20, 13: 10], retried: 10, openedAcked: 100)
    sample.build("2.0", "4g", sent: 500, acked: [1: 60, 7: 60, 13: 60], openedAcked: 20, openedUnacked: 30)
    var evidence = sample.evidence
    evidence.versions = [
      Sample.cell(
        day: 0, DeviceSample.appKey, ["2.0", "18"], [.timeoutLate: 5, .timeoutLost: 30, .timeoutSilent: 285])
    ]
    let found = findings(evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first?.scope.text == "app_version 2.0")
    #expect(found.first?.severity == .critical)
    #expect(found.first?.devices == 500 && found.first?.deliveries == 500)
    // They are of all networks, and the other figures of one.
    #expect(found.first?.cause.plain().contains("acked later") == false)
    #expect(found.first?.cause.plain().contains("on 4g 36.00 % of 500 sent pushes were acked") == true)
    #expect(found.first?.rivals.first?.cause.plain().contains("blocked or lost") == true)
    #expect(found.first.map { $0.cause.plain().count < 500 } == true)
  }

  @Test func `acks of second tries alone show that the handler was not called early`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 700], retried: 200, openedAcked: 70, openedUnacked: 30)
    sample.build("2.0", "4g", sent: 500, acked: [1: 350], retried: 100, openedAcked: 35, openedUnacked: 15)
    #expect(findings(sample.evidence).map(\.code) == [.extensionTimeouts])
  }

  @Test func `a handful of acks that all come with a later try show that the time runs out`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 100, acked: [7: 4, 13: 2], openedUnacked: 8)
    let found = findings(sample.evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first?.cause.plain().hasPrefix("the extension of this build runs out of time") == true)
  }

  @Test func `acks that are lost since a build is silent need no other cause`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 400, acked: [0: 180], openedAcked: 18, openedUnacked: 22)
    #expect(!findings(sample.evidence).isEmpty)
    var evidence = sample.evidence
    evidence.hours = HourSample.hours
    // It acks as the others do until the last five hours of the judged day.
    evidence.buildHours = CohortCells(
      (0..<24).flatMap { hour in
        ["1.0", "2.0"].map { version in
          let isSilent = version == "2.0" && hour >= 19
          return Sample.cell(
            day: Sample.hour(hour), DeviceSample.appKey, [version],
            Sample.apns(sent: 20, acked: isSilent ? 0 : 19, opened: 3, openedUnacked: isSilent ? 3 : 0))
        }
      })
    #expect(
      Diagnosis.findings(evidence, rules: [.extensionSilent, .extensionTimeouts, .handlerCalledEarly])
        .map(\.code) == [.extensionSilent])
  }

  @Test func `fewer acks on all networks and none of a later try are an early handler`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 60, openedUnacked: 40)
    sample.build("2.0", "4g", sent: 500, acked: [1: 290], openedAcked: 30, openedUnacked: 20)
    let found = findings(sample.evidence)
    #expect(found.map(\.code) == [.handlerCalledEarly])
    #expect(
      found.first?.cause.plain().contains("about as many are lost on fast networks as on slow ones") == true)
    #expect(found.first?.rivals.first?.cause.plain() == "the extension's time runs out")
    #expect(found.first.map { $0.cause.plain().count < 500 } == true)
  }

  // A fifth fewer of so many acks on the slow network would show it clearly; a twentieth may be chance.
  @Test(arguments: [(283, []), (255, []), (215, [FindingCode.extensionTimeouts])])
  func `fewer acks with as many of later tries and about the same on all networks are neither`(
    onSlow: Int, codes: [FindingCode]
  ) {
    var sample = peers
    sample.build(
      "2.0", "wifi", sent: 1000, acked: [0: 627, 7: 13, 13: 7], retried: 7, openedAcked: 65, openedUnacked: 35
    )
    sample.build(
      "2.0", "4g", sent: 500, acked: [1: onSlow, 7: 27, 13: 13], retried: 3, openedAcked: 33,
      openedUnacked: 17)
    #expect(findings(sample.evidence).map(\.code) == codes)
  }

  @Test func `where too few data tell the two apart, one finding names both`() {
    var sample = peers
    // Sixty acks, of which three or four are expected to show a later try.
    sample.build("2.0", "wifi", sent: 100, acked: [0: 60], openedAcked: 60, openedUnacked: 40)
    var found = findings(sample.evidence)
    #expect(found.map(\.code) == [.handlerCalledEarly])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.cause.plain().contains("does not say whether") == true)
    let both = [
      "the extension calls its handler before the request has ended", "the extension's time runs out",
    ]
    #expect(found.first.map { $0.rivals.prefix(2).map { $0.cause.plain() } } == both)
    sample = peers
    sample.build("2.0", "wifi", sent: 100, acked: [0: 56, 7: 4], openedAcked: 60, openedUnacked: 40)
    found = findings(sample.evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first.map { $0.rivals.prefix(2).map { $0.cause.plain() } } == both.reversed())
  }

  @Test
  func `few opens and few later tries hint at an early handler, and a note says that it is a hint`() {
    var sample = peers
    // Four in a hundred acks of the peers show a later try; of these a hundred none does, by chance one time in sixty.
    sample.build("2.0", "wifi", sent: 330, acked: [0: 100], openedAcked: 3, openedUnacked: 2)
    let found = findings(sample.evidence)
    #expect(found.map(\.code) == [.handlerCalledEarly])
    #expect(found.first?.severity == .info)
    #expect(found.first?.cause.plain().contains("are missing, and the log does not say whether") == true)
    #expect(
      found.first?.cause.plain().contains("with a trace of a later try: 0.00 % (others: 4.12 %)") == true)
    #expect(found.first?.rivals.last?.cause.plain().hasPrefix("devices of this build are off") == true)
    #expect(found.first.map { $0.cause.plain().count < 500 } == true)
    // As many later tries as the peers, and too few acks for none to mean anything.
    for (sent, acked) in [(330, [0: 96, 7: 4]), (200, [0: 60])] {
      sample = peers
      sample.build("2.0", "wifi", sent: sent, acked: acked, openedAcked: 3, openedUnacked: 2)
      #expect(findings(sample.evidence).isEmpty)
    }
  }

  @Test func `a note takes no place of what is surer`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 330, acked: [0: 100], openedAcked: 3, openedUnacked: 2)
    let notes = findings(sample.evidence)
    #expect(notes.map(\.severity) == [.info])
    var regression = notes[0]
    (regression.code, regression.severity) = (.versionRegression, .critical)
    var day = Evidence(scope: Sample.scope)
    day.versions = [Sample.cell(day: 0, DeviceSample.appKey, ["2.0", "18"], [.ackEligible: 200])]
    func codes(_ week: Evidence) -> [FindingCode] {
      Diagnosis.addingBuilds(notes + [regression], judging: day, by: week).map(\.code)
    }
    #expect(codes(peers.evidence) == [.versionRegression, .handlerCalledEarly])
    var week = peers
    week.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 60, openedUnacked: 40)
    #expect(codes(week.evidence) == [.handlerCalledEarly])
  }

  @Test func `somewhat fewer acks on slow networks hint at the extension's time`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 200, acked: [0: 144, 7: 6])
    sample.build("2.0", "4g", sent: 100, acked: [1: 52, 7: 8])
    let found = findings(sample.evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first?.cause.plain().contains("does not say whether") == true)
    #expect(found.first?.cause.plain().contains("on the slowest") == true)
    sample = peers
    sample.build("2.0", "wifi", sent: 200, acked: [0: 144, 7: 6])
    sample.build("2.0", "4g", sent: 100, acked: [1: 65, 7: 10])
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `a dozen opened pushes can show that acks get lost`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 330, acked: [0: 100], openedAcked: 2, openedUnacked: 10)
    #expect(findings(sample.evidence).first?.cause.plain().hasPrefix("acks of this build get lost") == true)
    // Without a hint at the extension's time or handler they do not show why.
    sample = peers
    sample.build("2.0", "wifi", sent: 330, acked: [0: 96, 7: 4], openedAcked: 2, openedUnacked: 10)
    #expect(findings(sample.evidence).isEmpty)
    sample = peers
    sample.build("2.0", "wifi", sent: 330, acked: [0: 48, 7: 2], openedAcked: 2, openedUnacked: 10)
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `fewer acks of sends are no loss where as many of the opened pushes are acked`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 4000, acked: [0: 2400], openedAcked: 390, openedUnacked: 10)
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `a build without any ack belongs to another rule, and is no peer`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [:], openedUnacked: 100)
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `acks under a foreign AppKey are not lost`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 60, openedUnacked: 40)
    sample.build("2.0", "4g", sent: 500, acked: [1: 290], openedAcked: 30, openedUnacked: 20)
    var evidence = sample.evidence
    evidence.versions = [Sample.cell(day: 0, DeviceSample.appKey, ["2.0", "18"], [.mismatch: 400])]
    #expect(findings(evidence).isEmpty)
  }

  @Test func `while receipts are on their way only opened pushes are compared`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 30)
    sample.build("2.0", "4g", sent: 500, acked: [1: 290], openedAcked: 20)
    var evidence = sample.evidence
    evidence.scope.asOf = evidence.scope.days[0].end
    #expect(findings(evidence).isEmpty)
  }

  @Test func `a network on which opened pushes of all builds go unacked is named`() {
    var sample = DeviceSample()
    for version in ["1.0", "2.0"] {
      sample.build(version, "wifi", sent: 1000, acked: [0: 960, 7: 10], openedAcked: 100)
      sample.build(
        version, "edge", sent: 500, acked: [1: 200, 7: 50, 13: 50], openedAcked: 30, openedUnacked: 20)
    }
    let found = findings(sample.evidence)
    #expect(found.map(\.scope.text) == ["network_type edge"])
    #expect(found.first?.cause.plain().hasPrefix("the extension runs out of time on this network") == true)

    var blocked = DeviceSample()
    for version in ["1.0", "2.0"] {
      blocked.build(version, "wifi", sent: 1000, acked: [0: 960, 7: 10], openedAcked: 100)
      blocked.build(version, "vpn", sent: 500, acked: [0: 300], openedAcked: 30, openedUnacked: 20)
    }
    #expect(
      findings(blocked.evidence).first?.cause.plain().hasPrefix("requests for acks are blocked or lost")
        == true)
  }

  /// Build 2.0 on four networks, the sends and acks of each.
  private func onNetworks(_ own: [String: (sent: Int, acked: Int)], of peers: Double) -> Evidence {
    var sample = DeviceSample()
    for (network, sent, seconds) in [("wifi", 800, 1), ("5g", 300, 1), ("4g", 300, 7), ("3g", 100, 7)] {
      let acked = Int(peers * Double(sent))
      sample.build("1.0", network, sent: sent, acked: [0: acked * 9 / 10, seconds: acked / 10])
      if let own = own[network] { sample.build("2.0", network, sent: own.sent, acked: [0: own.acked]) }
    }
    return sample.evidence
  }

  @Test func `a build that loses its acks on slow networks only is found though it loses few of all`() {
    // Half of all devices are off, so that a build with a tenth fewer acks would be no news.
    let evidence = onNetworks(["wifi": (500, 250), "5g": (100, 50), "4g": (50, 2), "3g": (25, 1)], of: 0.5)
    let found = findings(evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first?.scope.text == "app_version 2.0")
    #expect(found.first?.deliveries == 75 && found.first?.observed == 0.04)
    #expect(found.first?.cause.plain().contains("runs out of time on slow networks") == true)
    #expect(found.first?.cause.plain().contains("on 4g, 3g 4.00 % of 75 sent pushes were acked") == true)
    // Its devices are off more often than those of the other, and so they are on every network.
    let off = onNetworks(["wifi": (500, 150), "5g": (100, 30), "4g": (50, 14), "3g": (25, 7)], of: 0.5)
    #expect(findings(off).isEmpty)
    // Too few to tell.
    #expect(findings(onNetworks(["wifi": (500, 250), "4g": (19, 0)], of: 0.5)).isEmpty)
  }

  @Test func `two networks with few pushes tell more together than one with as many as the larger`() {
    func found(_ own: [String: (sent: Int, acked: Int)]) -> NetworkFall? {
      onNetworks(own, of: 0.5).comparisons.losses.first { $0.version == "2.0" }?.fall
    }
    let both = found(["wifi": (100, 50), "4g": (24, 0), "3g": (14, 0)])
    let larger = found(["wifi": (100, 50), "4g": (24, 0)])
    #expect(both?.networks == ["4g", "3g"] && larger?.networks == ["4g"])
    #expect(both?.chance ?? 1 < (larger?.chance ?? 1) / 10)
  }

  @Test func `a build that loses its acks on a fast network is blocked there`() {
    let evidence = onNetworks(
      ["wifi": (500, 20), "5g": (200, 100), "4g": (200, 100), "3g": (50, 25)], of: 0.5)
    let found = findings(evidence)
    #expect(found.map(\.code) == [.extensionTimeouts])
    #expect(found.first?.cause.plain().contains("blocked or lost on some networks: on wifi 4.00 %") == true)
  }

  @Test func `devices that never ack do not make a network of it`() {
    // A dozen of devices with thirty pushes each on 4g are off; one push for each of them shows little.
    var sample = DeviceSample()
    for (network, seconds) in [("wifi", 1), ("4g", 7)] {
      sample.build("1.0", network, sent: 1000, acked: [0: 400, seconds: 100])
      sample.build("2.0", network, sent: 300, acked: [0: 150])
    }
    for _ in 0..<12 {
      sample.device(
        (0..<30).map { DeviceSample.push("2.0", "4g", at: DeviceSample.start + Int64($0) * 60_000) })
    }
    #expect(findings(sample.evidence).isEmpty)
  }

  @Test func `a week says why a build is acked less, where a day says only that it is`() {
    var week = peers
    week.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 60, openedUnacked: 40)
    week.build("2.0", "4g", sent: 500, acked: [1: 290], openedAcked: 30, openedUnacked: 20)
    var day = Evidence(scope: Sample.scope)
    day.versions = [Sample.cell(day: 0, DeviceSample.appKey, ["2.0", "18"], [.ackEligible: 200])]
    func finding(_ code: FindingCode, _ version: String? = "2.0") -> Finding {
      Finding(
        code, .critical, appKey: DeviceSample.appKey,
        scope: version.map { .of(.appVersion, $0) } ?? FindingScope(), cause: "c", rivals: [], nextStep: "n")
    }
    func codes(_ known: [Finding]) -> [FindingCode] {
      Diagnosis.addingBuilds(known, judging: day, by: week.evidence).map(\.code)
    }
    #expect(codes([]) == [.handlerCalledEarly])
    #expect(codes([finding(.versionRegression)]) == [.handlerCalledEarly])
    #expect(codes([finding(.extensionTimeouts)]) == [.extensionTimeouts])
    // Where all builds have stopped, a new one has fewer pushes before that.
    #expect(codes([finding(.extensionSilent, nil)]) == [.extensionSilent])
    day.versions = []
    #expect(codes([]).isEmpty)
  }

  @Test func `a build that does well again on a network is not told of for the rest of the week`() {
    let week = onNetworks(["wifi": (500, 250), "5g": (100, 50), "4g": (60, 2), "3g": (25, 1)], of: 0.5)
    func codes(_ own: (sent: Int, acked: Int)) -> [FindingCode] {
      var day = onNetworks(["wifi": (60, 30), "4g": own], of: 0.5)
      day.versions = [Sample.cell(day: 0, DeviceSample.appKey, ["2.0", "18"], [.ackEligible: 100])]
      return Diagnosis.addingBuilds([], judging: day, by: week).map(\.code)
    }
    #expect(codes((30, 14)).isEmpty)
    #expect(codes((30, 3)) == [.extensionTimeouts])
    // Too few to tell.
    #expect(codes((8, 4)) == [.extensionTimeouts])
  }

  /// Sends and acks of two builds of each AppKey on three networks; `acked` of a hundred on 5g.
  private func day(_ acked: [String: Int], times: Int = 1) -> Evidence {
    var sample = DeviceSample()
    for (appKey, hits) in acked.sorted(by: { $0.key < $1.key }) {
      for (network, sent, rate) in [("wifi", 200, 50), ("4g", 100, 40), ("5g", 100, hits)] {
        for version in ["1.0", "2.0"] {
          sample.build(
            version, network, sent: times * sent, acked: [0: times * sent * rate / 100], appKey: appKey)
        }
      }
    }
    return sample.evidence
  }

  @Test
  func `a network on which acks have become fewer than in the days before is named, and no build of it`() {
    func found(_ now: [String: Int]) -> [String] {
      let week = day(now.mapValues { 30 - (30 - $0) / 7 }, times: 7)
      return Diagnosis.addingNetworks([], judging: day(now), by: week).map { "\($0.appKey) \($0.scope.text)" }
    }
    // It has always had fewer than the others.
    #expect(found(["333": 30]).isEmpty)
    #expect(found(["333": 24, "444": 30]).isEmpty)
    #expect(found(["333": 8, "444": 30]) == ["333 network_type 5g"])
    #expect(found(["333": 8, "444": 0]) == [" network_type 5g"])
    // What a rule says of one of them goes with it.
    let alone = Finding(
      .extensionTimeouts, .warning, appKey: "333", scope: .of(.network, "5g"), cause: "c", rivals: [],
      nextStep: "n")
    let both = ["333": 8, "444": 0]
    let before = day(both.mapValues { 30 - (30 - $0) / 7 }, times: 7)
    #expect(Diagnosis.addingNetworks([alone], judging: day(both), by: before).map(\.appKey) == [""])
    // What all networks lose is no network's fault.
    let week = day(["333": 30], times: 7)
    var sample = DeviceSample()
    for (network, sent, hits) in [("wifi", 400, 60), ("4g", 200, 24), ("5g", 200, 18)] {
      sample.build("1.0", network, sent: sent, acked: [0: hits])
    }
    #expect(Diagnosis.addingNetworks([], judging: sample.evidence, by: week).isEmpty)
  }

  /// Some days of an AppKey with few pushes, of which the last has a silent one to most devices.
  ///
  /// A day has 30 pushes on 4g, of which two thirds are acked, but none on a blocked day; and 90 on wifi, of which half
  /// are acked.
  private func fewPushes(_ days: Range<Int>, blocked: Range<Int>) -> Evidence {
    var sample = DeviceSample()
    for day in days {
      let noon = Sample.history[day].start + 12 * DeviceSample.hour
      for (network, count, rate) in [("4g", 30, 3), ("wifi", 90, 2)] {
        for number in 0..<count {
          let isSilent = day == 14 && number % 6 != 0
          let isAcked = number % rate != 1 && !isSilent && (network == "wifi" || !blocked.contains(day))
          sample.device([
            DeviceSample.push("1.0", network, at: noon + Int64(number), latency: isAcked ? 900 : nil)
          ])
        }
      }
    }
    var evidence = sample.evidence
    evidence.scope = CohortScope(
      days: Array(Sample.history[days]), appKeys: [], asOf: Sample.scope.asOf, settle: Sample.settle)
    return evidence
  }

  @Test func `of an AppKey with few pushes several days together tell of a network without acks`() {
    func found(blocked: Range<Int>) -> [String] {
      let (day, week) = (fewPushes(14..<15, blocked: blocked), fewPushes(8..<15, blocked: blocked))
      return Diagnosis.addingNetworks([], judging: day, by: week).map { "\($0.appKey) \($0.scope.text)" }
    }
    #expect(found(blocked: 12..<15) == ["333 network_type 4g"])
    #expect(found(blocked: 0..<0).isEmpty)
    // It is over.
    #expect(found(blocked: 11..<14).isEmpty)
    // Nobody knows what is usual.
    #expect(found(blocked: 8..<15).isEmpty)
  }

  @Test func `a build is not blamed for a network on which all builds lose their acks`() {
    let week = onNetworks(["wifi": (500, 250), "5g": (100, 50), "4g": (300, 6), "3g": (25, 13)], of: 0.5)
    #expect(findings(week).map(\.scope.text) == ["app_version 2.0"])
    func texts(_ now: Evidence) -> [String] {
      Diagnosis.addingNetworks(findings(week), judging: now, by: week).map(\.scope.text)
    }
    #expect(texts(week) == ["app_version 2.0"])
    var all = DeviceSample()
    for (network, sent, hits) in [("wifi", 400, 200), ("4g", 400, 2), ("5g", 400, 200)] {
      for version in ["1.0", "2.0"] { all.build(version, network, sent: sent, acked: [0: hits]) }
    }
    #expect(texts(all.evidence) == ["network_type 4g"])
  }

  @Test func `a network on which one AppKey gets no acks is named, without an open`() {
    func codes(_ acked: Int, ofOther other: Int) -> [String] {
      var sample = DeviceSample()
      for (network, sent, hits) in [("wifi", 400, 200), ("5g", 200, 100), ("4g", 100, acked)] {
        sample.build("1.0", network, sent: sent, acked: [0: hits])
      }
      for (network, sent, hits) in [("wifi", 800, 640), ("5g", 400, 320), ("4g", 200, other)] {
        sample.build("7.0", network, sent: sent, acked: [0: hits], appKey: "444")
      }
      return findings(sample.evidence).map { "\($0.code.rawValue) \($0.appKey) \($0.scope.text)" }
    }
    #expect(codes(3, ofOther: 150) == ["extension_timeouts 333 network_type 4g"])
    // The network is as bad for others, or the AppKey is as bad elsewhere.
    #expect(codes(3, ofOther: 6).isEmpty)
    #expect(codes(42, ofOther: 160).isEmpty)
  }

  @Test func `what is lost on a network dates from the hour in which acks fell there`() {
    func since(lostFrom lost: Int) -> [Instant?] {
      var sample = DeviceSample()
      for hour in 338..<360 {
        for (network, acked) in [("wifi", 10), ("5g", 10), ("4g", hour < lost ? 10 : 0)] {
          for appKey in ["333", "444"] {
            for index in 0..<20 {
              let isAcked = index < (appKey == "333" ? acked : 16)
              sample.device([
                DeviceSample.push(
                  "1.0", network, at: HourSample.hours[hour].start + 5, latency: isAcked ? 500 : nil,
                  appKey: appKey)
              ])
            }
          }
        }
      }
      var evidence = sample.evidence
      evidence.hours = HourSample.hours
      return findings(evidence).map(\.since)
    }
    #expect(since(lostFrom: 348) == [Instant(milliseconds: HourSample.hours[348].start)])
    #expect(since(lostFrom: 336) == [Instant(milliseconds: HourSample.hours[336].start)])
    #expect(since(lostFrom: 360).isEmpty)
  }

  @Test func `it dates from the hour in which the build's acks fell, or from its first push`() {
    var sample = peers
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 600], openedAcked: 60, openedUnacked: 40)
    sample.build("2.0", "4g", sent: 500, acked: [1: 290], openedAcked: 30, openedUnacked: 20)
    var evidence = sample.evidence
    evidence.hours = HourSample.hours
    let cell = { (hour: Int, acked: Int) in
      Sample.cell(day: hour, DeviceSample.appKey, ["2.0"], [.ackEligible: 100, .eligibleAcked: acked])
    }
    evidence.buildHours = CohortCells((300..<360).map { cell($0, $0 < 340 ? 97 : 60) })
    #expect(findings(evidence).first?.since == Instant(milliseconds: HourSample.hours[340].start))
    evidence.buildHours = CohortCells((300..<360).map { cell($0, $0 < 340 ? 66 : 56) })
    #expect(findings(evidence).first?.since == Instant(milliseconds: HourSample.hours[300].start))
  }
}

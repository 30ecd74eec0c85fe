import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct AckRateFallTests {
  /// The versions of the judged day and of the 14 days before, whose daily rates were `days` percent.
  private func evidence(
    now: [CohortCell], past: [CohortCell],
    days: [Int] = [70, 69, 71, 70, 70, 69, 71, 70, 70, 69, 71, 70, 70, 70]
  ) -> Evidence {
    var evidence = Sample.evidence(versions: now, pastVersions: past)
    evidence.cells = days.enumerated().map { day, rate in
      Sample.cell(day: day, "333", ["apns"], Sample.sends(1000, acked: 10 * rate))
    }
    return evidence
  }

  private func findings(_ evidence: Evidence) -> [Finding] { Rule.ackRateFall.findings(evidence) }

  private func past(_ version: String = "1.0", acked: Int = 9800) -> [CohortCell] {
    [Sample.build(version, "17.0", Sample.sends(14_000, acked: acked))]
  }

  @Test func `a fall by a tenth or more is a finding, a smaller one is none`() {
    let now = { (acked: Int) in [Sample.build("1.0", "17.0", Sample.sends(1000, acked: acked))] }
    let found = findings(evidence(now: now(620), past: past()))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.observed) == [0.62])
    #expect(found.map(\.expected) == [0.7])
    #expect(found.map(\.scope.text) == ["app_version 1.0, os_version 17.0"])
    #expect(findings(evidence(now: now(640), past: past())).isEmpty)
    #expect(findings(evidence(now: now(700), past: past())).isEmpty)
    #expect(findings(evidence(now: now(300), past: past())).map(\.severity) == [.critical])
    #expect(findings(evidence(now: now(0), past: past())).isEmpty)
  }

  @Test func `a fall that some silent pushes make is none, and one that most of the campaigns make is`() {
    for (silent, findingCount) in [([300], 0), ([150, 150], 0), ([100, 100, 100], 1)] {
      var evidence = evidence(
        now: [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 500))], past: past())
      let acked = Array(repeating: 500, count: silent.count == 1 ? 2 : 1)
      let sends = silent.map { Sample.sends($0, acked: 0) } + acked.map { Sample.sends(350, acked: $0) }
      evidence.messages.cells = MessageCells(
        sends.enumerated().map { number, figures in
          MessageCell(appKey: "333", messageID: "\(number)", counts: Sample.counts(figures), firstSent: nil)
        })
      #expect(findings(evidence).count == findingCount)
    }
  }

  @Test(arguments: [(1, 1, 0), (20, 20, 1), (20, 0, 0)])
  func `where days differ by audience, opened pushes of several versions without acks show a fall`(
    unacked: Int, others: Int, count: Int
  ) {
    let builds = [("1.0", unacked), ("1.1", others)].map { version, unacked in
      let figures = Sample.apns(sent: 400, acked: 40, opened: 20, openedUnacked: unacked)
      return Sample.build(version, "17.0", figures)
    }
    let evidence = evidence(
      now: builds, past: past(acked: 7700),
      days: [20, 90, 30, 85, 60, 25, 80, 90, 35, 70, 20, 75, 50, 40])
    #expect(findings(evidence).count == count)
  }

  @Test(arguments: [(1, 0, 1), (40, 10, 0)])
  func `opened pushes without acks show no fall where nearly as many lack theirs on some days`(
    onSome: Int, onOthers: Int, count: Int
  ) {
    let builds = ["1.0", "1.1"].map { version in
      Sample.build(version, "17.0", Sample.apns(sent: 2000, acked: 200, opened: 100, openedUnacked: 50))
    }
    var evidence = evidence(
      now: builds, past: past(acked: 7700),
      days: [20, 90, 30, 85, 60, 25, 80, 90, 35, 70, 20, 75, 50, 40])
    for place in evidence.cells.indices {
      evidence.cells[place].counts[.eligibleOpened] = 100
      evidence.cells[place].counts[.openedUnacked] = place % 3 == 0 ? onSome : onOthers
    }
    #expect(findings(evidence).count == count)
  }

  @Test(arguments: [
    (3, 0, true, []), (5, 0, true, [Severity.warning]), (5, 9, true, [.critical]), (5, 0, false, [.critical]),
  ])
  func `a fall that is gone without campaigns nobody opened is not critical where others are opened`(
    campaigns: Int, opened: Int, areOthersOpened: Bool, severities: [Severity]
  ) {
    let past = [Count.eligibleOpened: areOthersOpened ? 500 : 0]
    var evidence = evidence(
      now: [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 300))],
      past: [Sample.build("1.0", "17.0", Sample.sends(14_000, acked: 9800).merging(past) { $1 })])
    evidence.messages.cells = MessageCells(
      ([(430, 300, 50)] + Array(repeating: (570 / campaigns, 0, opened), count: campaigns)).enumerated().map {
        number, sums in
        let figures = Sample.sends(sums.0, acked: sums.1).merging([.opened: sums.2]) { $1 }
        return MessageCell(
          appKey: "333", messageID: "\(number)", counts: Sample.counts(figures), firstSent: nil)
      })
    #expect(findings(evidence).map(\.severity) == severities)
  }

  @Test(arguments: [(70, 0), (40, 1)])
  func `a fall that the hours of an outage make is told by ack_outage alone`(others: Int, findingCount: Int) {
    var evidence = evidence(
      now: [Sample.build("1.0", "17.0", Sample.sends(2400, acked: 16 * others))], past: past())
    // Of a hundred pushes an hour none is acked in the last eight, and of the others as many as ever, or fewer.
    evidence.hourCells = (0..<360).map { place in
      let acked = place < 336 ? 70 : place < 352 ? others : 0
      return HourSample.cell(place, sent: 100, acked: [800: acked])
    }
    #expect(Rule.ackOutage.findings(evidence).count == 1)
    #expect(findings(evidence).count == findingCount)
  }

  @Test(arguments: [(4, 1, 0), (40, 10, 1)])
  func `a few pushes beside silent ones are no fall`(sent: Int, acked: Int, findingCount: Int) {
    var evidence = evidence(
      now: [Sample.build("1.0", "17.0", Sample.sends(300 + sent, acked: acked))], past: past())
    let campaigns = [(300, 0), (sent, acked)]
    evidence.messages.cells = MessageCells(
      campaigns.enumerated().map { number, figures in
        MessageCell(
          appKey: "333", messageID: "\(number)",
          counts: Sample.counts(Sample.sends(figures.0, acked: figures.1)), firstSent: nil)
      })
    #expect(findings(evidence).count == findingCount)
  }

  @Test func `a fall no larger than days differ is none`() {
    let now = [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 550))]
    let wild = [80, 55, 85, 60, 75, 70, 58, 82, 70, 65, 75, 60, 80, 65]
    #expect(findings(evidence(now: now, past: past())).count == 1)
    #expect(findings(evidence(now: now, past: past(), days: wild)).isEmpty)
    #expect(findings(evidence(now: now, past: past(), days: [70])).isEmpty)
  }

  @Test func `days with few sends say how much days differ, but not those with hardly any`() {
    let now = [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 550))]
    func findings(_ sent: Int) -> [Finding] {
      var evidence = evidence(now: now, past: past(), days: [70, 71])
      evidence.cells += (2..<12).map { day in
        Sample.cell(day: day, "333", ["apns"], Sample.sends(sent, acked: sent * (day % 3 + 6) / 10))
      }
      return self.findings(evidence)
    }
    #expect(findings(60).count == 1)
    #expect(findings(19).isEmpty)
  }

  @Test func `acks that may still come are not missed`() {
    // In the past one in seven acks came later than the time-out; of today's, none of these has come yet.
    let before = [Sample.build("1.0", "17.0", Sample.sends(14_000, acked: 9800, late: 1400))]
    let now = [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 600))]
    var calm = evidence(now: now, past: before)
    for place in calm.cells.indices { calm.cells[place].counts[.timeoutLate] = 100 }
    #expect(findings(calm).isEmpty)
  }

  @Test func `acks that come later than the time-out, but come, are no fall`() {
    let now = [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 700, late: 300))]
    #expect(findings(evidence(now: now, past: past())).isEmpty)
  }

  @Test func `a shift to OS versions that were always acked less is a mix`() {
    // Each OS version keeps its rate, 80 % and 40 %; the mix turns from 3 : 1 to 1 : 1.
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(500, acked: 400)),
          Sample.build("1.0", "18.0", Sample.sends(500, acked: 200)),
        ],
        past: [
          Sample.build("1.0", "17.0", Sample.sends(10_500, acked: 8400)),
          Sample.build("1.0", "18.0", Sample.sends(3500, acked: 1400)),
        ]))
    #expect(found.map(\.severity) == [.info])
    #expect(found.map(\.scope.text) == ["mix, os_version 18.0"])
    #expect(
      found.first?.cause.plain().contains("-10.00 points from the mix, 0.00 points inside them") == true)
  }

  @Test func `when all parts became better and the total fell, it is the mix`() {
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(400, acked: 330)),
          Sample.build("1.0", "18.0", Sample.sends(600, acked: 260)),
        ],
        past: [
          Sample.build("1.0", "17.0", Sample.sends(10_500, acked: 8400)),
          Sample.build("1.0", "18.0", Sample.sends(3500, acked: 1400)),
        ]))
    #expect(found.map(\.scope.text) == ["mix, os_version 18.0"])
  }

  @Test func `a shift that leaves few on the old systems is a mix, too`() {
    // 17.0 and 17.5 keep their rate of 80 % and have few sends left; 18.0 keeps its 40 %.
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(40, acked: 32)),
          Sample.build("1.0", "17.5", Sample.sends(60, acked: 48)),
          Sample.build("1.0", "18.0", Sample.sends(400, acked: 160)),
        ],
        past: [
          Sample.build("1.0", "17.0", Sample.sends(5000, acked: 4000)),
          Sample.build("1.0", "17.5", Sample.sends(5500, acked: 4400)),
          Sample.build("1.0", "18.0", Sample.sends(3500, acked: 1400)),
        ]))
    #expect(found.map(\.severity) == [.info])
    #expect(found.map(\.scope.text) == ["mix, os_version 18.0"])
  }

  @Test func `days with few sends do not hide the fall of a day with many`() {
    // The days with 100 sends scatter by 4 points, as counts of 100 do, and those with 1000 by one.
    var evidence = evidence(
      now: [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 600))], past: past(),
      days: [70, 69, 71, 70, 70, 71])
    evidence.cells += [64, 76, 66, 75, 62, 78].enumerated().map { place, acked in
      Sample.cell(day: 6 + place, "333", ["apns"], Sample.sends(100, acked: acked))
    }
    let found = findings(evidence)
    #expect(found.count == 1)
    let rates = evidence.cells.map { Rate($0.counts[.eligibleAcked], of: $0.counts[.ackEligible]) }
    #expect(Chance.ofLower(Rate(600, of: 1000), than: rates) < 1e-4)
    #expect(Chance.ofLower(0.6, than: rates.compactMap(\.value), floor: 0.0145) > 1e-3)
  }

  @Test func `a real fall names the part that lost most`() {
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(750, acked: 590)),
          Sample.build("1.0", "18.0", Sample.sends(250, acked: 10)),
        ],
        past: [
          Sample.build("1.0", "17.0", Sample.sends(10_500, acked: 8400)),
          Sample.build("1.0", "18.0", Sample.sends(3500, acked: 1400)),
        ]))
    #expect(found.map(\.scope.text) == ["app_version 1.0, os_version 18.0"])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test(arguments: [0, 60]) func `a new version that is worse is no mix, also after a trial with few`(
    tried: Int
  ) {
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(400, acked: 280)),
          Sample.build("1.1", "17.0", Sample.sends(600, acked: 240)),
        ], past: past() + [Sample.build("1.1", "17.0", Sample.sends(tried, acked: tried / 2))]))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.scope.text) == ["app_version 1.1, os_version 17.0"])
  }

  @Test func `a fall while people update their system is no mix`() {
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(200, acked: 80)),
          Sample.build("1.0", "17.0.1", Sample.sends(800, acked: 320)),
        ], past: past()))
    #expect(found.map(\.severity) == [.warning])
  }

  @Test func `where only answers name the version, the parts are not told apart`() {
    let found = findings(
      evidence(
        now: [
          Sample.build("1.0", "17.0", Sample.sends(500, acked: 490)),
          Sample.build("", "", Sample.sends(500, acked: 0)),
        ],
        past: [
          Sample.build("1.0", "17.0", Sample.sends(10_000, acked: 9800)),
          Sample.build("", "", Sample.sends(4000, acked: 0)),
        ]))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.scope.text) == [""])
    #expect(found.first?.rivals.first?.cause.plain() == "the mix of builds has changed")
  }

  @Test func `an unripe day is not judged`() {
    var unripe = evidence(
      now: [Sample.build("1.0", "17.0", Sample.sends(1000, acked: 300))], past: past())
    unripe.scope.asOf = Sample.scope.days[0].end
    #expect(findings(unripe).isEmpty)
  }
}

import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct AckOutageTests {
  private func findings(_ evidence: Evidence) -> [Finding] { Rule.ackOutage.findings(evidence) }

  /// A hundred sends an hour, 90 acks within a second and 5 opens, but for some hours.
  private func evidence(_ acks: [Int: Int] = [:], opened: [Int: Int] = [:]) -> Evidence {
    var evidence = HourSample.evidence(
      (0..<360).map { place in
        HourSample.cell(place, sent: 100, acked: [800: acks[place] ?? 90], opened: opened[place] ?? 5)
      })
    evidence.messages.cells = MessageCells(
      (0..<360).flatMap { place in
        (0..<4).map { number in
          MessageCell(
            appKey: "333", messageID: "\(place)-\(number)",
            counts: Sample.counts([.ackEligible: 25, .eligibleAcked: (acks[place] ?? 90) / 4]),
            firstSent: Instant(milliseconds: HourSample.hours[place].start))
        }
      })
    return evidence
  }

  private let outage = [344: 10, 345: 0, 346: 40]

  @Test func `hours in which the acks of all messages fall are an outage`() {
    var evidence = evidence(outage)
    evidence.scope.asOf += DeviceSample.hour * 8
    let found = findings(evidence)
    // The judged day begins at 16:00 UTC.
    #expect(found.map(\.scope.text) == ["time 2026-09-21T00:00Z to 2026-09-21T03:00Z"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.since == Instant(milliseconds: HourSample.hours[344].start))
    #expect(found.first?.deliveries == 300)
    #expect(found.first.map { abs(($0.observed ?? 0) - 50.0 / 300) < 1e-9 } == true)
    #expect(found.first?.cause.plain().contains("pushes arrived and were opened") == true)
  }

  @Test func `one that goes on is critical`() {
    var evidence = evidence([358: 0, 359: 5])
    #expect(findings(evidence).map(\.severity) == [.warning])
    evidence.scope.asOf += 8 * DeviceSample.hour
    #expect(findings(evidence).map(\.severity) == [.critical])
  }

  @Test func `where hours differ as much as audiences do, one low hour is no news, and none at all is`() {
    // Every seventh hour goes to people who hardly look at their phones.
    let idle = Dictionary(uniqueKeysWithValues: stride(from: 1, to: 360, by: 7).map { ($0, 30) })
    #expect(findings(evidence(idle.merging([345: 30]) { $1 })).isEmpty)
    #expect(findings(evidence(idle.merging([345: 0, 346: 0, 347: 0]) { $1 })).count == 1)
  }

  /// Five days with a few single pushes an hour, and three campaigns a day, each to people unlike those of the others.
  private func unlikeAudiences(_ random: inout SeededGenerator, lost: Range<Int> = 0..<0) -> Evidence {
    var (cells, messages) = ([CohortCell](), [MessageCell]())
    for day in 10..<15 {
      let campaigns = (0..<24).shuffled(using: &random).prefix(3)
      for place in day * 24..<day * 24 + 24 {
        let sends = [6] + (campaigns.contains(place - day * 24) ? [150] : [])
        let rates = [0.56, 0.56 + Double.random(in: -0.22...0.22, using: &random)]
        var acked = 0
        for (number, sent) in sends.enumerated() {
          let acks =
            lost.contains(place)
            ? 0 : (0..<sent).count { _ in Double.random(in: 0..<1, using: &random) < rates[number] }
          acked += acks
          messages.append(
            MessageCell(
              appKey: "333", messageID: "\(place)-\(number)",
              counts: Sample.counts([.deliveries: sent, .ackEligible: sent, .eligibleAcked: acks]),
              firstSent: Instant(milliseconds: HourSample.hours[place].start)))
        }
        cells.append(HourSample.cell(place, sent: sends.reduce(0, +), acked: [800: acked]))
      }
    }
    var evidence = HourSample.evidence(cells)
    evidence.messages.cells = MessageCells(messages)
    return evidence
  }

  @Test func `campaigns to unlike audiences are no outage, and hours in which all acks are lost are one`() {
    var random = SeededGenerator(seed: 5)
    let alarms = (0..<200).count { _ in !findings(unlikeAudiences(&random)).isEmpty }
    #expect(alarms <= 2)
    let found = (0..<20).count { _ in !findings(unlikeAudiences(&random, lost: 340..<356)).isEmpty }
    #expect(found >= 18)
  }

  @Test func `as usual, a little less, or less by the hour of the day are no news`() {
    #expect(findings(evidence()).isEmpty)
    #expect(findings(evidence([344: 70, 345: 70])).isEmpty)
    let nights = (0..<15).flatMap { [$0 * 24 + 5, $0 * 24 + 6] }
    #expect(findings(evidence(Dictionary(uniqueKeysWithValues: nights.map { ($0, 40) }))).isEmpty)
  }

  @Test func `two outages are two findings`() {
    #expect(findings(evidence([338: 0, 339: 0, 350: 0])).count == 2)
  }

  @Test(arguments: [(100, 57, 0), (30, 17, 0), (100, 40, 1), (30, 3, 1)])
  func `on a holiday some acks are missing, which is no outage`(
    sent: Int, acked: Int, count: Int
  ) {
    let cells = (0..<360).map { place in
      (340..<356).contains(place)
        ? HourSample.cell(place, sent: sent, acked: [800: acked])
        : HourSample.cell(place, sent: 100, acked: [800: 90])
    }
    #expect(findings(HourSample.evidence(cells)).count == count)
  }

  /// An hour of a silent campaign and of small messages, among hours in which so many of a hundred are acked.
  private func silentCampaign(_ sent: Int, besides small: [(sent: Int, acked: Int)], usual: Int) -> Evidence {
    let all = small.reduce(into: (sent: sent, acked: 0)) { $0 = ($0.sent + $1.sent, $0.acked + $1.acked) }
    var evidence = HourSample.evidence(
      (0..<360).map { place in
        place == 345
          ? HourSample.cell(place, sent: all.sent, acked: [800: all.acked])
          : HourSample.cell(place, sent: 100, acked: [800: usual])
      })
    evidence.messages.cells = MessageCells(
      ([(sent, 0)] + small).enumerated().map { index, figures in
        MessageCell(
          appKey: "333", messageID: "\(index)",
          counts: Sample.counts([.ackEligible: figures.0, .eligibleAcked: figures.1]),
          firstSent: Instant(milliseconds: HourSample.hours[345].start + 1))
      })
    return evidence
  }

  @Test func `a campaign that is acked less says beside low ones no more than pushes so alike can`() {
    // Hours vary by nine points from campaign to campaign.
    var evidence = HourSample.evidence(
      (0..<360).map { place in
        (343..<349).contains(place)
          ? HourSample.cell(place, sent: 108, acked: [800: 26])
          : HourSample.cell(place, sent: 100, acked: [800: (place + place / 24) % 2 == 0 ? 46 : 64])
      })
    func alarms(_ messages: [(sent: Int, acked: Int)]) -> Int {
      let singles = (0..<50).map { (sent: 1, acked: $0 < 17 ? 1 : 0) }
      evidence.messages.cells = MessageCells(
        (messages + singles).enumerated().map { index, figures in
          MessageCell(
            appKey: "333", messageID: "\(index)",
            counts: Sample.counts([.ackEligible: figures.sent, .eligibleAcked: figures.acked]),
            firstSent: Instant(milliseconds: HourSample.hours[345].start + 1))
        })
      return findings(evidence).count
    }
    #expect(alarms([(250, 60), (150, 36), (200, 87)]) == 0)
    #expect(
      alarms(
        [(250, 60), (150, 36)] + Array(repeating: (1, 0), count: 125) + Array(repeating: (1, 1), count: 75))
        == 1)
  }

  @Test(arguments: [(3, 0), (0, 1)])
  func `a silent campaign beside a few pushes of people who seldom ack is no outage`(acked: Int, count: Int) {
    let evidence = silentCampaign(500, besides: [(13, acked), (13, 0), (13, 0)], usual: 20)
    #expect(findings(evidence).count == count)
  }

  @Test(arguments: [(5, 0), (1, 1)])
  func `single pushes that are acked a little less show that a campaign is silent by itself`(
    acked: Int, count: Int
  ) {
    let evidence = silentCampaign(539, besides: [(11, acked), (10, 0), (10, 0)], usual: 33)
    #expect(findings(evidence).count == count)
  }

  @Test func `acks that come when the hours are over show that no payload is to blame`() {
    // Two campaigns, to devices of which some are off until then.
    #expect(findings(messages([(50, 0), (50, 0)])).isEmpty)
    #expect(findings(messages([(50, 12), (50, 12)])).count == 1)
    // The smaller one alone says nothing of the other.
    #expect(findings(messages([(70, 0), (30, 24)])).isEmpty)
  }

  @Test(arguments: [(12, 1), (55, 0)])
  func `a day on which all campaigns are acked a good deal less may be of other people`(
    acked: Int, count: Int
  ) {
    // Ten campaigns, and acks of devices that were off come later, as always.
    var evidence = evidence([345: acked])
    evidence.messages.cells = MessageCells(
      (0..<10).map { index in
        MessageCell(
          appKey: "333", messageID: "\(index)",
          counts: Sample.counts([.ackEligible: 30, .eligibleAcked: acked * 30 / 100 + 1]),
          firstSent: Instant(milliseconds: HourSample.hours[345].start + 1))
      })
    #expect(findings(evidence).count == count)
  }

  /// A campaign every eight hours, of which all sorts of shares are acked, a tenth of that hours later; every ninth is a
  /// silent one.
  ///
  /// - Parameters:
  ///   - silent: from this hour on none is acked in time.
  ///   - late: how many of these are acked later.
  private func campaigns(silent: Int, opened: Int, late: Int = 0, _ random: inout SeededGenerator) -> Evidence
  {
    HourSample.evidence(
      stride(from: 0, to: 360, by: 8).map { place in
        let (acked, isLost) = (Int.random(in: 12...90, using: &random), place >= silent)
        let isSilent = place % 72 == 0 && place < 336
        let acks: [Int64: Int] =
          isSilent ? [:] : isLost ? [7_200_000: late] : [800: acked, 7_200_000: acked / 10]
        return HourSample.cell(place, sent: 100, acked: acks, opened: isSilent ? 0 : isLost ? opened : 10)
      })
  }

  @Test(arguments: [(0, 0...0), (2, 0...0), (20, 14...20)])
  func `one campaign whose acks all come later stands out, since it was no silent one`(
    late: Int, counts: ClosedRange<Int>
  ) {
    var random = SeededGenerator(seed: 10)
    let found = (0..<20).reduce(0) { count, _ in
      count + findings(campaigns(silent: 352, opened: 10, late: late, &random)).count
    }
    // Where the one before was hardly acked either, both look like a stretch of people who seldom ack.
    #expect(counts.contains(found))
  }

  /// A campaign every eight hours, of which all sorts of shares are acked; of the last one one push in fifty.
  ///
  /// - Parameters:
  ///   - opened: the last campaign's opened pushes.
  ///   - unacked: those of them without an ack.
  private func campaignToFew(opened: Int, unacked: Int, _ random: inout SeededGenerator) -> Evidence {
    var evidence = HourSample.evidence(
      stride(from: 0, to: 360, by: 8).map { place in
        place == 352
          ? HourSample.cell(place, sent: 200, acked: [800: 4], opened: opened, unacked: unacked)
          : HourSample.cell(
            place, sent: 200, acked: [800: Int.random(in: 24...180, using: &random)], opened: 10)
      })
    evidence.messages.cells = MessageCells([
      MessageCell(
        appKey: "333", messageID: "1",
        counts: Sample.counts([
          .ackEligible: 200, .eligibleAcked: 4, .opened: opened, .eligibleOpened: opened,
          .openedUnacked: unacked,
        ]),
        firstSent: Instant(milliseconds: HourSample.hours[352].start + 1))
    ])
    return evidence
  }

  @Test(arguments: [(0, 0, 0), (10, 1, 0), (10, 10, 20)])
  func `one campaign to people who hardly ack is no outage, unless its opened pushes lack acks, too`(
    opened: Int, unacked: Int, count: Int
  ) {
    var random = SeededGenerator(seed: 12)
    let found = (0..<20).reduce(0) { count, _ in
      count + findings(campaignToFew(opened: opened, unacked: unacked, &random)).count
    }
    #expect(found == count)
  }

  @Test func `a campaign that is opened and acked by nobody is no outage but a message`() {
    var random = SeededGenerator(seed: 13)
    var evidence = campaignToFew(opened: 10, unacked: 10, &random)
    #expect(findings(evidence).count == 1)
    evidence.messages.cells = MessageCells(
      evidence.messages.cells.places(of: "333").map { place in
        var cell = evidence.messages.cells[place]
        cell.counts[.eligibleAcked] = 0
        return cell
      })
    #expect(findings(evidence).isEmpty)
  }

  @Test func `three campaigns of which none is acked stand out from any that differ, where they are opened`()
  {
    var random = SeededGenerator(seed: 9)
    var counts = [0, 0, 0]
    for _ in 0..<20 {
      counts[0] += findings(campaigns(silent: 360, opened: 10, &random)).count
      counts[1] += findings(campaigns(silent: 336, opened: 10, &random)).count
      counts[2] += findings(campaigns(silent: 336, opened: 0, &random)).count
    }
    #expect(counts[0] == 0 && counts[1] == 20)
    // Silent pushes follow each other, too.
    #expect(counts[2] <= 10)
  }

  @Test(arguments: [(47, 0), (44, 1)])
  func `hours that keep half of their acks are no outage`(acked: Int, count: Int) {
    #expect(findings(evidence([344: acked, 345: acked])).count == count)
  }

  @Test func `pushes to a handful of devices say as much as these devices`() {
    func found(devices: Int) -> Int {
      var evidence = evidence([344: 30, 345: 30])
      var sample = DeviceSample()
      for _ in 0..<devices { sample.device([DeviceSample.push(latency: 1_000, appKey: "333")]) }
      evidence.devices = sample.evidence.devices
      return findings(evidence).count
    }
    #expect(found(devices: 5) == 0)
    #expect(found(devices: 500) == 1)
  }

  /// One hour low, with messages of so many sends and acks.
  private func messages(_ figures: [(sent: Int, acked: Int)]) -> Evidence {
    var evidence = evidence([345: 20])
    evidence.messages.cells = MessageCells(
      figures.enumerated().map { index, figures in
        MessageCell(
          appKey: "333", messageID: "\(index)",
          counts: Sample.counts([
            .deliveries: figures.sent, .ackEligible: figures.sent, .eligibleAcked: figures.acked,
          ]),
          firstSent: Instant(milliseconds: HourSample.hours[345].start + 1))
      })
    return evidence
  }

  @Test func `messages that start no extension are no outage where others are acked`() {
    #expect(findings(messages([(80, 0), (10, 10), (10, 10)])).isEmpty)
    #expect(findings(messages([(40, 0), (40, 0), (20, 20)])).isEmpty)
    #expect(findings(messages([(80, 0), (10, 1), (10, 1)])).count == 1)
    #expect(findings(messages([(30, 0), (30, 0), (30, 0)])).count == 1)
    // Three campaigns that nobody acks, and two single pushes that are acked.
    #expect(findings(messages([(30, 0), (30, 0), (30, 0), (1, 1), (1, 1)])).isEmpty)
    #expect(findings(messages([(30, 0), (30, 0), (30, 0), (1, 0), (1, 0)])).count == 1)
  }

  @Test(arguments: [[(80, 0), (10, 10), (10, 10)], [(80, 0), (10, 1), (10, 1)], [(19, 0), (15, 1)]])
  func `small messages tell the same when they are added up`(figures: [(sent: Int, acked: Int)]) {
    var evidence = messages(figures)
    let apart = findings(evidence).map { "\($0)" }
    evidence.messages = JudgedMessages(
      evidence.messages.cells, least: evidence.limits.ownMessage, room: 0)
    #expect(findings(evidence).map { "\($0)" } == apart)
  }

  @Test func `where one message is all that was sent, it is a rival, and other AppKeys tell`() {
    var evidence = messages([])
    #expect(findings(evidence).first?.rivals.first?.cause.plain().hasPrefix("a message") == true)
    #expect(findings(evidence).first?.severity == .warning)
    evidence = messages([(100, 20)])
    #expect(findings(evidence).isEmpty)
    evidence.hourCells += (0..<360).map { HourSample.cell($0, sent: 50, acked: [800: 45], appKey: "444") }
    #expect(findings(evidence).isEmpty)
    evidence.hourCells.removeAll { $0.key.appKey == "444" && $0.key.day == 345 }
    evidence.hourCells.append(HourSample.cell(345, sent: 50, acked: [800: 5], appKey: "444"))
    #expect(findings(evidence).count == 2)
    #expect(
      findings(evidence).first?.cause.plain().contains("other AppKeys lost acks in these hours too") == true)
  }

  @Test
  func `a silent campaign of another AppKey in these hours tells nothing where campaigns are often silent`() {
    var evidence = messages([(100, 20)])
    evidence.hourCells += stride(from: 1, to: 360, by: 8).map { place in
      HourSample.cell(place, sent: 50, acked: place == 345 ? [:] : [800: 45], appKey: "444")
    }
    let ofFirst = { findings(evidence).filter { $0.appKey == "333" } }
    #expect(ofFirst().count == 1)
    // Of ten more AppKeys each third campaign is silent.
    evidence.hourCells += (0..<10).flatMap { app in
      (0..<6).map { campaign in
        HourSample.cell(
          campaign * 50 + app, sent: 100, acked: campaign % 3 == 0 ? [:] : [800: 70], appKey: "55\(app)")
      }
    }
    #expect(ofFirst().isEmpty)
  }

  @Test func `one build that stopped to ack is not an outage`() {
    var evidence = evidence(Dictionary(uniqueKeysWithValues: (345..<360).map { ($0, 30) }))
    evidence.buildHours = CohortCells(
      (336..<360).flatMap { place in
        [("1.0", 30, 30), ("2.0", 70, place < 345 ? 60 : 0)].map { version, sent, acked in
          Sample.cell(day: place, "333", [version], [.ackEligible: sent, .eligibleAcked: acked])
        }
      })
    #expect(findings(evidence).isEmpty)
  }

  @Test func `devices that moved to an OS version that acks less are not an outage`() {
    var evidence = evidence(Dictionary(uniqueKeysWithValues: (345..<360).map { ($0, 30) }))
    let systems = { (known: String, other: Int) in
      CohortCells(
        (336..<360).flatMap { place in
          [("18", 30, place < 345 ? 27 : other), (known, 70, place < 345 ? 60 : 0)].map {
            system, sent, acked in
            Sample.cell(day: place, "333", [system], [.ackEligible: sent, .eligibleAcked: acked])
          }
        })
    }
    evidence.systemHours = systems("26", 27)
    #expect(findings(evidence).isEmpty)
    evidence.systemHours = systems("26", 5)
    #expect(findings(evidence).count == 1)
    // Systems that are known from acks alone say nothing.
    evidence.systemHours = systems("", 27)
    #expect(findings(evidence).count == 1)
  }

  @Test(arguments: [(338, 1), (336, 0), (320, 0)])
  func `acks that fell long before the judged hours, and stayed low, are not an outage`(
    since: Int, count: Int
  ) {
    let fallen = Dictionary(uniqueKeysWithValues: (since..<360).map { ($0, 40) })
    #expect(findings(evidence(fallen)).count == count)
  }

  @Test(arguments: [(23, 1), (24, 0), (36, 0), (72, 0)])
  func `what lasts a day or longer is not an outage`(hours: Int, count: Int) {
    var evidence = evidence(Dictionary(uniqueKeysWithValues: (288..<288 + hours).map { ($0, 40) }))
    evidence.scope.days = Array(Sample.history[11...14])
    #expect(findings(evidence).count == count)
  }

  @Test(arguments: [(48, 1), (96, 0)])
  func `where sends are rare, the next ones are close by for three days`(hours: Int, count: Int) {
    var evidence = evidence([345: 0])
    evidence.hourCells.removeAll { ($0.key.day - 345) % hours != 0 }
    #expect(findings(evidence).count == count)
  }

  @Test func `acks that have not had time to come are not missed`() {
    var evidence = evidence([359: 0])
    evidence.scope.asOf = HourSample.hours[359].end
    #expect(findings(evidence).isEmpty)
    // Late acks of old hours do not make the new ones look worse.
    evidence = HourSample.evidence(
      (0..<360).map {
        HourSample.cell($0, sent: 100, acked: $0 < 336 ? [800: 50, 7_200_000: 40] : [800: 50])
      })
    #expect(findings(evidence).isEmpty)
  }

  @Test func `where opens stop too, it is not said that pushes arrived`() {
    var evidence = evidence(outage, opened: [344: 0, 345: 0, 346: 0])
    evidence.scope.asOf += 8 * DeviceSample.hour
    #expect(findings(evidence).first?.cause.plain().hasPrefix("neither acks nor opens came back") == true)
    #expect(findings(evidence).map(\.severity) == [.warning])
  }

  @Test func `without a history the other hours of the day are compared with`() {
    var evidence = evidence(outage)
    evidence.hourCells.removeAll { $0.key.day < 336 }
    #expect(findings(evidence).count == 1)
    evidence.hourCells.removeAll { $0.key.day > 336 }
    #expect(findings(evidence).isEmpty)
  }

  @Test func `by chance alone nothing is found`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<30 {
      let cells = (0..<360).map { place in
        let sent = Int.random(in: 0...60, using: &random)
        let acked = (0..<sent).count { _ in Double.random(in: 0..<1, using: &random) < 0.8 }
        return HourSample.cell(place, sent: sent, acked: [800: acked])
      }
      #expect(findings(HourSample.evidence(cells)).isEmpty)
    }
  }
}

import Diagnosis
import Prose
import ReceiptModel
import Testing

/// A message beside its neighbours: the smallest difference that is told, and the nearest that is not.
struct MessageVerdictTests {
  private static let sentAt = Instant(milliseconds: 1_790_000_000_000)
  private let settings = ExplainSettings(
    asOf: Instant(milliseconds: sentAt.milliseconds + 100 * 3_600_000), settle: 15 * 60_000)

  private func counts(sent: Int, acked: Int, failed: Int = 0, mismatch: Int = 0) -> Counts {
    var counts = Sample.counts(Sample.apns(sent: sent, acked: acked, opened: 0))
    counts[.sendFailed] = failed
    counts[.deliveries] = sent + failed
    counts[.mismatch] = mismatch
    return counts
  }

  /// A message on one build, among others of which 1000 were sent, 800 acked and 20 refused.
  private func story(
    sent: Int, acked: Int, failed: Int = 0, mismatch: Int = 0, others: (sent: Int, acked: Int) = (1000, 800)
  ) -> MessageStory {
    var story = MessageStory(messageID: "m", appKey: "333")
    story.firstSent = sent > 0 ? Self.sentAt : nil
    story.lastSent = story.firstSent
    let own = counts(sent: sent, acked: acked, failed: failed, mismatch: mismatch)
    story.deliveries = own[.deliveries]
    story.parts = [MessagePart(appVersion: "3.2", osVersion: "18", networkType: "wifi", counts: own)]
    var around = own
    around.add(counts(sent: others.sent, acked: others.acked, failed: others.sent / 50))
    story.around = MessageSurroundings(
      from: Self.sentAt, to: settings.asOf, counts: around, latencies: LatencyHistogram(),
      builds: [
        BuildAcks(
          appVersion: "3.2", osVersion: "18", rate: Rate(acked + others.acked, of: sent + others.sent))
      ])
    return story
  }

  private func verdict(_ story: MessageStory) -> MessageVerdict {
    Diagnosis.explain([story], settings)[0].verdict
  }

  @Test func `no acks at all are told from the sends on that chance cannot explain`() {
    // 0.2^5 = 0.00032 is the first below 0.001.
    #expect(verdict(story(sent: 5, acked: 0)) == .noAcksAtAll)
    #expect(verdict(story(sent: 4, acked: 0)) == .likeItsNeighbours)
    #expect(verdict(story(sent: 500, acked: 1)) == .fewerAcks)
  }

  @Test func `a count of others is told with what it proves, and up to when the ledger is counted beside it`()
  {
    func words(_ source: String, _ kind: EventKind, _ ours: Int?, after hours: Int64? = nil) -> String {
      var message = story(sent: 1000, acked: 800)
      message.beside.totals = [
        ControlTotal(
          source: source, appKey: "333", message: "m", kind: kind, theirs: 4, ours: ours,
          comparison: .onlySender,
          sentAt: Self.sentAt,
          countedAt: hours.map { Instant(milliseconds: Self.sentAt.milliseconds + $0 * 3_600_000) })
      ]
      return Diagnosis.explain([message], settings)[0].grounds.last?.plain() ?? ""
    }
    #expect(
      words("alibaba", .arrived, 3)
        == "alibaba counts 4 arrived, the ledger 3; this is what reached devices, but on iOS what APNs took, which "
        + "proves nothing about a device")
    #expect(
      words("console", .opened, 3, after: 24)
        == "console counts 4 opened 24.0 h after the first send, the ledger 3 up to then; by its own definition"
    )
    #expect(
      words("onesignal", .sent, nil)
        == "onesignal counts 4 sent, of which the ledger holds no events at all; this is what was passed on to "
        + "gateways, which proves nothing about a device")
    // Before the first send there is no such age.
    #expect(
      words("console", .opened, 3, after: -1)
        == "console counts 4 opened, the ledger 3; by its own definition")
  }

  @Test func `fewer acks are told where the difference is sure and large enough`() {
    #expect(verdict(story(sent: 1000, acked: 640)) == .fewerAcks)
    // Sure, but less than a fifth below.
    #expect(verdict(story(sent: 1000, acked: 641)) == .likeItsNeighbours)
    // Large, but not sure.
    #expect(verdict(story(sent: 10, acked: 6)) == .likeItsNeighbours)
  }

  @Test func `a message on a build that acks little is like its neighbours on that build`() {
    var message = story(sent: 1000, acked: 200, others: (1000, 200))
    message.around?.builds.append(
      BuildAcks(appVersion: "3.1", osVersion: "18", rate: Rate(9_000, of: 10_000)))
    #expect(verdict(message) == .likeItsNeighbours)
  }

  @Test func `refused sends are told where they are a fifth of all more than usual`() {
    #expect(verdict(story(sent: 780, acked: 624, failed: 220)) == .sendsFailed)
    #expect(verdict(story(sent: 790, acked: 632, failed: 210)) == .likeItsNeighbours)
  }

  @Test func `sends that were refused are told with their reason, also where nothing else was sent`() {
    var message = story(sent: 0, acked: 0, failed: 373, others: (0, 0))
    message.failures = [
      FailureCell(
        day: 0, appKey: "333", channel: "apns", kind: "send_failed", reasonCode: "",
        reasonText: "ExpiredProviderToken", count: 370),
      FailureCell(
        day: 0, appKey: "333", channel: "apns", kind: "send_failed", reasonCode: "",
        reasonText: "Never heard",
        count: 3),
    ]
    let told = Diagnosis.explain([message], settings)[0]
    #expect(told.verdict == .sendsRefused)
    #expect(
      told.grounds.map { $0.plain() }.contains(
        "sends of this message refused: 370 (ExpiredProviderToken: the sender's token is too old)"))
    #expect(told.nextStep?.plain() == "check the sender's clock and how often its token is renewed")
    // An expired certificate hits the neighbours alike.
    message.around?.counts[.sendFailed] = 4_000
    #expect(verdict(message) == .sendsRefused)
    #expect(verdict(story(sent: 51, acked: 40, failed: 50)) == .sendsFailed)
  }

  @Test func `foreign answers are told from one in a hundred or ten on`() {
    #expect(verdict(story(sent: 100, acked: 80, mismatch: 1)) == .answeredUnderForeignAppKey)
    #expect(verdict(story(sent: 101, acked: 80, mismatch: 1)) == .likeItsNeighbours)
    #expect(verdict(story(sent: 2_000, acked: 1_600, mismatch: 10)) == .answeredUnderForeignAppKey)
  }

  @Test func `without neighbours nothing is compared, and without sends nothing is judged`() {
    #expect(verdict(story(sent: 100, acked: 0, others: (0, 0))) == .nothingToCompare)
    #expect(verdict(story(sent: 0, acked: 0)) == .neverSent)
    var young = story(sent: 0, acked: 0)
    young.unsettled = 5
    #expect(verdict(young) == .notSettledYet)
  }

  @Test func `a key that only answers what another sent is foreign`() {
    var answers = MessageStory(messageID: "m", appKey: "999")
    answers.unmatched = 3
    let told = Diagnosis.explain([story(sent: 1000, acked: 800), answers], settings)
    #expect(told.map(\.verdict) == [.likeItsNeighbours, .answeredUnderForeignAppKey])
    #expect(verdict(answers) == .neverSent)
  }

  @Test func `a young message is held against what its neighbours had acked as soon`() {
    var message = story(sent: 1000, acked: 480)
    #expect(verdict(message) == .fewerAcks)
    // Half of all acks come after more than 15 minutes.
    message.around?.latencies.add(bucket: LatencyBucket.bucket(of: 2_000), count: 640)
    message.around?.latencies.add(bucket: LatencyBucket.bucket(of: 3_600_000), count: 640)
    #expect(verdict(message) == .fewerAcks)
    message.firstSent = Instant(milliseconds: settings.asOf.milliseconds - 3_600_000)
    message.lastSent = message.firstSent
    #expect(verdict(message) == .likeItsNeighbours)
  }
}

import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import Diagnosis

/// What became of findings since the judgements before.
@Suite struct FindingLivesTests {
  private func finding(
    _ code: FindingCode = .extensionSilent, _ severity: Severity = .warning, version: String = "1",
    since: Int64? = nil, isExact: Bool = false
  ) -> Finding {
    var finding = Finding(
      code, severity, appKey: "333", scope: .of(.appVersion, version),
      since: since.map(Instant.init(milliseconds:)), deliveries: 40, cause: "cause", rivals: [Rival("rival")],
      nextStep: "step")
    finding.sinceIsExact = isExact
    return finding
  }

  /// - Parameter days: what each day found, the last one last.
  private func lives(
    _ days: [[Finding]], traffic: Int = 1000, areDated: Bool = true, asking asked: (Int) -> Void = { _ in }
  ) throws -> [Finding] {
    let judgements = days.enumerated().map { Judgement(end: Int64($0), findings: $1) }
    let earlier = { (step: Int) in step < days.count ? judgements[days.count - 1 - step] : nil }
    return try withoutActuallyEscaping(asked) { asked in
      try FindingLives(traffic: { _ in traffic }, enough: 100) {
        asked($0)
        return earlier($0)?.seen
      } last: {
        earlier(1)?.findings ?? []
      }.of(judgements[days.count - 1], areDated: areDated)
    }
  }

  @Test func `what the day before did not have is new, whatever days before it had`() throws {
    #expect(try lives([[finding()]]).map(\.state) == [.new])
    let again = try lives([[finding()], [], [finding()]])
    #expect(again.map(\.state) == [.new])
    #expect(again[0].firstSeen == Instant(milliseconds: 2))
  }

  @Test func `what the day before had goes on, and was first seen where its days without a break begin`()
    throws
  {
    let found = try lives([[finding()], [], [finding()], [finding(), finding(version: "2")], [finding()]])
    #expect(found.map(\.state) == [.ongoing, .resolved])
    #expect(found[0].firstSeen == Instant(milliseconds: 2))
    #expect(found[1].firstSeen == Instant(milliseconds: 3))
  }

  @Test func `what is gone is resolved when deliveries could have shown it, else nobody can tell`() throws {
    let days = [[finding()], []]
    #expect(try lives(days, traffic: 40).map(\.state) == [.resolved])
    let thin = try lives(days, traffic: 39)
    #expect(thin.map(\.state) == [.noTraffic])
    #expect(thin[0].cause.plain() == "39 deliveries since are too few to tell whether it still stands")
    #expect(thin[0].rivals.isEmpty)
  }

  @Test func `trouble of a build that is told under another name is not told as gone`() throws {
    let timeouts = finding(.extensionTimeouts, .critical)
    let found = try lives([[finding(.versionRegression)], [timeouts]])
    #expect(found.map(\.code) == [.extensionTimeouts, .versionRegression])
    #expect(found.map(\.state) == [.new, .resolved])
    #expect(
      found[1].cause.plain() == "what is wrong with this build has another name now: extension_timeouts")
    // Less data may leave the cause open again.
    #expect(try lives([[timeouts], [finding(.versionRegression)]])[1].cause.plain().contains("another name"))
    // Another build, a note, and other trouble of the build.
    for other in [
      finding(.extensionTimeouts, version: "2"), finding(.extensionTimeouts, .info),
      finding(.ackLatencyRegression),
    ] {
      let cause = try lives([[finding(.versionRegression)], [other]]).first { $0.state == .resolved }?.cause
      #expect(cause?.plain() == "1,000 deliveries since could have shown it, and did not")
    }
  }

  @Test func `what is gone is told without hours and free words`() throws {
    var seen = finding()
    seen.scope = seen.scope.and(.time, "10:00 to 12:00").and(.note, words: "at night")
    #expect(try lives([[seen], []]).map(\.scope) == [.of(.appVersion, "1")])
  }

  @Test func `the end of a note, of a message and of stale data is no news`() throws {
    let message = Finding(
      .messageSilent, .warning, appKey: "333", scope: .of(.message, "m"), cause: "", rivals: [], nextStep: "")
    let stale = Finding(.stale, .warning, cause: "", rivals: [], nextStep: "")
    #expect(try lives([[finding(.clockSkew, .info), message, stale], []]).isEmpty)
  }

  @Test func `a note is compared with the day before only`() throws {
    let note = finding(.clockSkew, .info)
    let found = try lives([[note], [note], [note]])
    #expect(found.map(\.state) == [.ongoing])
    #expect(found[0].firstSeen == nil)
  }

  @Test func `a beginning at the edge of what was looked at is taken from days that looked further back`()
    throws
  {
    let edge = finding(since: 90)
    var found = try lives([[finding(since: 10, isExact: true)], [finding(since: 50)], [edge]])
    #expect(found[0].since == Instant(milliseconds: 10))
    #expect(found[0].sinceIsExact)
    found = try lives([[finding(since: 10)], [finding(since: 90, isExact: true)]])
    #expect(found[0].since == Instant(milliseconds: 90))
  }

  @Test func `the first time in the judged days is the beginning, unless the day before has it, too`() throws
  {
    var found = finding(since: 90)
    found.sinceIsFirstJudged = true
    let new = try lives([[], [found]])
    #expect(new[0].since == Instant(milliseconds: 90) && new[0].sinceIsExact)
    let ongoing = try lives([[], [finding(since: 50)], [found]])
    #expect(ongoing[0].since == Instant(milliseconds: 50) && ongoing[0].sinceIsExact)
    let oldest = try lives([[finding(since: 50)], [found]])
    #expect(oldest[0].since == Instant(milliseconds: 50) && oldest[0].sinceIsExact)
  }

  @Test func `only what was less bad the day before is worse`() throws {
    #expect(try lives([[finding()], [finding(.extensionSilent, .critical)]])[0].isWorse)
    #expect(try !lives([[finding(.extensionSilent, .critical)], [finding()]])[0].isWorse)
    #expect(try !lives([[], [finding()]])[0].isWorse)
  }

  @Test func `a stretch of time that moves on is the same finding`() throws {
    let outages = ["00:00 to 03:00", "00:00 to 05:00"].map {
      Finding(.ackOutage, .warning, appKey: "333", scope: .of(.time, $0), cause: "", rivals: [], nextStep: "")
    }
    #expect(try lives(outages.map { [$0] }).map(\.state) == [.ongoing])
  }

  @Test func `any days give what a look at each of them gives`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let days = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        ["1", "2", "3"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map { finding(version: $0) }
      }
      let found = try lives(days)
      for version in ["1", "2", "3"] {
        let has = days.map { $0.contains { $0.scope[.appVersion] == version } }
        let life = found.first { $0.scope[.appVersion] == version }
        let stands = has[has.count - 1]
        let stood = has.count > 1 && has[has.count - 2]
        #expect(life?.state == (stands ? stood ? .ongoing : .new : stood ? .resolved : nil))
        // Backwards from the last day that had it, as far as is looked back.
        let last = stands ? has.count - 1 : has.count - 2
        guard life != nil else { continue }
        let reach = max(0, has.count - 1 - FindingLives.memory)
        let first = (reach...last).reversed().prefix { has[$0] }.last
        #expect(life?.firstSeen == first.map { Instant(milliseconds: Int64($0)) })
      }
    }
  }

  @Test func `who does not ask when findings were first seen gets all else the same, of fewer judgements`()
    throws
  {
    var random = SeededGenerator(seed: 12)
    var (asked, askedUndated) = (0, 0)
    for _ in 0..<300 {
      let days = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        ["1", "2", "3"].filter { _ in Int.random(in: 0..<8, using: &random) > 0 }.map { version in
          finding(
            [FindingCode.extensionSilent, .clockSkew].randomElement(using: &random)!,
            [Severity.info, .warning, .critical].randomElement(using: &random)!, version: version,
            since: Int.random(in: 0..<3, using: &random) == 0
              ? nil : Int64.random(in: 0..<50, using: &random),
            isExact: Int.random(in: 0..<4, using: &random) > 0)
        }
      }
      var dated = try lives(days) { _ in asked += 1 }
      let undated = try lives(days, areDated: false) { _ in askedUndated += 1 }
      for place in dated.indices { dated[place].firstSeen = nil }
      #expect(dated == undated)
    }
    #expect(askedUndated * 2 < asked)
  }

  @Test func `of beginnings that are known only the last judgement is asked`() throws {
    let days = Array(repeating: [finding(since: 10, isExact: true), finding(.clockSkew)], count: 10)
    var steps: [Int] = []
    _ = try lives(days, areDated: false) { steps.append($0) }
    #expect(steps == [1])
  }
}

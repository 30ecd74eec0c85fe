import Prose
package import ReceiptModel

/// What became of findings: which are new, which go on and since when they have been seen, and which are gone.
///
/// A finding goes on as long as every judgement has it. Notes are compared with the last judgement only, and what is about
/// one message is over when the message is.
package struct FindingLives {
  /// How many judgements before one are asked when its findings were first seen.
  package static let memory = 14

  /// How many deliveries of the judged stretch could show a finding.
  private let traffic: (Finding) -> Int
  /// Deliveries that would show any finding.
  private let enough: Int
  /// The judgement so many steps before, from 1; `nil` where the ledger has nothing to judge.
  private let seen: (Int) throws -> SeenJudgement?
  /// All that the last judgement found; of the words only the scopes are asked.
  private let last: () throws -> [Finding]

  package init(
    traffic: @escaping (Finding) -> Int, enough: Int, seen: @escaping (Int) throws -> SeenJudgement?,
    last: @escaping () throws -> [Finding]
  ) {
    self.traffic = traffic
    self.enough = enough
    self.seen = seen
    self.last = last
  }

  /// The findings of a judgement with their states, and those of the judgement before it that are gone.
  ///
  /// - Parameter areDated: whether it is asked when each was first seen. Else the last judgement is mostly enough, and those
  ///   before it are asked only of what began before anything that was looked at.
  package func of(_ judgement: Judgement, areDated: Bool) throws -> [Finding] {
    var lives = try states(of: judgement, areDated)
    for place in lives.indices {
      if !areDated { lives[place].firstSeen = nil }
      lives[place].sinceIsFirstJudged = false
    }
    return lives.sorted()
  }

  private func states(of judgement: Judgement, _ areDated: Bool) throws -> [Finding] {
    var lives = judgement.findings.map { finding in
      var life = finding
      life.firstSeen = Instant(milliseconds: judgement.end)
      return life
    }
    guard let before = try seen(1) else {
      for place in lives.indices { lives[place].beganInJudgedDays() }
      return lives
    }
    let names = Set(lives.map(FindingName.init))
    if before.findings.contains(where: { $0.severity > .info && !names.contains($0.name) }) {
      lives += try last().filter { $0.canEnd && !names.contains(FindingName($0)) }
        .map { $0.ended(after: traffic($0), enough: enough, followedBy: judgement.findings) }
    }
    try follow(&lives, back: before, areDated)
    return lives
  }

  /// Takes over what earlier judgements knew, from the last one back.
  private func follow(_ lives: inout [Finding], back first: SeenJudgement, _ areDated: Bool) throws {
    var before = first
    var followed = Array(lives.indices)
    for step in 1...Self.memory {
      let known = Dictionary(grouping: before.findings, by: \.name)
      followed = followed.filter { place in
        guard let older = known[FindingName(lives[place])] else {
          lives[place].beganInJudgedDays()
          return false
        }
        lives[place].continued(from: older, at: Instant(milliseconds: before.end), isLast: step == 1)
        return lives[place].severity > .info && (areDated || lives[place].mayHaveBegunEarlier)
      }
      guard !followed.isEmpty, step < Self.memory else { return }
      guard let next = try seen(step + 1) else {
        for place in followed { lives[place].beganInJudgedDays() }
        return
      }
      before = next
    }
  }
}

extension Finding {
  /// Whether its end is news.
  fileprivate var canEnd: Bool { severity > .info && !code.isAboutJudging && scope[.message] == nil }

  fileprivate var mayHaveBegunEarlier: Bool { since != nil && !sinceIsExact }

  /// Takes its first time for its beginning, since no judgement before has it.
  fileprivate mutating func beganInJudgedDays() {
    if sinceIsFirstJudged { sinceIsExact = since != nil }
  }

  /// - Parameter isLast: whether the judgement before had the older ones. Only it can tell when something began of which
  ///   this judgement does not know.
  fileprivate mutating func continued(from older: [SeenFinding], at end: Instant, isLast: Bool) {
    if state == .new {
      state = .ongoing
      isWorse = older.allSatisfy { $0.severity < severity }
    }
    firstSeen = severity > .info ? end : nil
    for finding in older where !sinceIsExact {
      guard let began = finding.since, since.map({ began < $0 }) ?? isLast else { continue }
      (since, sinceIsExact) = (began, finding.sinceIsExact)
    }
  }

  /// The finding in the first judgement that does not have it.
  ///
  /// - Parameters:
  ///   - count: how many deliveries could have shown it.
  ///   - others: what that judgement has.
  fileprivate func ended(after count: Int, enough: Int, followedBy others: [Finding]) -> Finding {
    var ended = self
    ended.rivals = []
    // Hours and free words told of the deliveries that it was seen in.
    ended.scope = FindingScope(reading: scope.lasting.text)
    if let other = others.first(where: { $0.renames(ended) }) {
      ended.state = .resolved
      ended.cause = "what is wrong with this build has another name now: \(other.code.rawValue)"
      ended.nextStep = "see what \(other.code.rawValue) says"
    } else if count >= max(1, min(enough, deliveries ?? 1)) {
      ended.state = .resolved
      ended.cause =
        count == 1
        ? "1 delivery since could have shown it, and did not"
        : "\(count) deliveries since could have shown it, and did not"
      ended.nextStep = "nothing, if somebody mended it; else find out what changed"
    } else {
      ended.state = .noTraffic
      ended.cause =
        count == 1
        ? "1 delivery since is too little to tell whether it still stands"
        : "\(count) deliveries since are too few to tell whether it still stands"
      ended.nextStep = "judge it again when there are pushes to this part"
    }
    return ended
  }
}

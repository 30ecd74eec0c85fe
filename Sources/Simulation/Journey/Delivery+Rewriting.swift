import ReceiptModel

/// What a defect does to the lines of a delivery that was played without it.
extension Delivery {
  /// The AppKey of its send.
  var sender: UInt64 { draft.appKey }

  /// The version its lines name, where a defect has not changed it that of the device.
  var version: AppVersion? { lines.lazy.compactMap(\.event.version).first }

  /// When the first `sent` stands in the log.
  var firstSend: Int64? { first(where: { $0.type == .sent }) }

  /// When the first ack, open or dismissal came.
  var firstAnswer: Int64? { first(where: Self.isAnswer) }

  /// How many milliseconds the extension had run when its first ack came.
  var firstAckInExtension: Int64? { lines.lazy.compactMap(\.extensionTime).min() }

  /// Changes lines, and drops those that are then marked so.
  ///
  /// - Returns: whether anything is different now.
  @discardableResult mutating func rewriteLines(_ change: (inout PlannedLine) -> Void) -> Bool {
    var isChanged = false
    for index in lines.indices {
      let before = lines[index]
      change(&lines[index])
      if lines[index] != before { isChanged = true }
    }
    lines.removeAll(where: \.isDropped)
    return isChanged
  }

  /// Removes acks, all or those for which the time since the extension's start says so.
  mutating func removeAcks(where isLost: (Int64) -> Bool = { _ in true }) {
    rewriteLines { line in if let time = line.extensionTime, isLost(time) { line.isDropped = true } }
  }

  /// Removes opens and dismissals.
  mutating func removeReactions() {
    rewriteLines { line in
      if Self.isAnswer(line.event), line.event.type != .extAck { line.isDropped = true }
    }
  }

  /// Moves acks, opens and dismissals to a later time; the extension starts as much later.
  mutating func delayAnswers(by milliseconds: Int64) {
    rewriteLines { line in
      guard Self.isAnswer(line.event) else { return }
      line.event.time.milliseconds += milliseconds
      line.event.logTime.milliseconds += milliseconds
      line.position += milliseconds
    }
  }

  /// Makes every send of it one that failed, and leaves nothing of what came after.
  ///
  /// - Returns: whether the log says anything of it now.
  mutating func fail(_ reason: String, _ chance: inout RandomStream) -> Bool {
    let index = Words.index(of: reason, in: Words.reasons)
    let wait = 20 + chance.upTo(400)
    rewriteLines { line in
      switch line.event.type {
      case .sent:
        line.event.type = .sendFailed
        line.event.time.milliseconds += wait
        line.event.logTime.milliseconds += wait
        line.position += wait
        line.event.reason = index
      case .sendFailed: line.event.reason = index
      default: line.isDropped = true
      }
    }
    return !lines.isEmpty
  }

  private static func isAnswer(_ event: SimulatedEvent) -> Bool {
    event.type.kind == .extAck || event.type.kind == .opened || event.type.kind == .dismissed
  }

  private func first(where matches: (SimulatedEvent) -> Bool) -> Int64? {
    lines.filter { matches($0.event) }.map(\.event.logTime.milliseconds).min()
  }
}

extension Message {
  /// Whether a share of the campaigns holds it, those of a site's time.
  func isCampaign(from site: DefectSite, share: Double, seed: UInt64) -> Bool {
    var chance = RandomStream(seed: seed, stream: UInt64(number) | 1 << 61)
    return isCampaign && start >= site.since.milliseconds && chance.happens(share)
  }
}

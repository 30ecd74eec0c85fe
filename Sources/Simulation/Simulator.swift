import ReceiptModel

/// Plays a scenario: events in the order a log would have them, and the truth about them.
///
/// Memory is bounded by the largest message and by the lines that wait for their place (a day of late receipts),
/// not by the length of the log.
package struct Simulator: Sendable {
  /// What has been counted so far; complete when `next()` has given the last event, not before.
  package private(set) var truth = Truth()

  private let scenario: Scenario
  private let audiences: [Audience]
  private let plants: [any PlantedDefect]
  /// The places in `plants` of those that rewrite.
  private let rewriters: [Int]
  /// What the log would hold without them: it decides how large messages are and when the log is full, so that they
  /// change nothing but what they touch.
  private var plan = Plan()
  private var schedule: MessageSchedule
  private var upcoming: Message
  private var campaignsLeft: Int
  private var transactionsLeft: Int
  private var queue = EventQueue()
  private var effects: [DefectEffect]
  private var beside = CompanionLogs()
  /// Whether the logs beside the receipts are written, which takes time and memory.
  private let tellsBeside: Bool

  /// - Precondition: the scenario has an app, each app a version, and the start is a time an event may carry.
  package init(_ scenario: Scenario, tellsBeside: Bool = false) {
    self.tellsBeside = tellsBeside
    precondition(!scenario.apps.isEmpty, "a scenario needs an app")
    precondition(scenario.start.isPlausible, "a scenario starts between 2010 and 2100")
    precondition(scenario.apps.allSatisfy { !$0.versions.isEmpty }, "an app needs a version")
    self.scenario = scenario
    audiences = scenario.apps.map { Audience(of: $0, in: scenario) }
    plants = Defect.planted(in: scenario)
    // What a log loses comes last: the console has counted it.
    let rewriting = plants.indices.filter { [plants] in !Defect.usual.contains(plants[$0].site.defect) }
    rewriters = [false, true].flatMap { [plants] isOfLog in
      rewriting.filter { plants[$0].site.defect.isOfLog == isOfLog }
    }
    truth.defects = plants.map { Truth.Planted(site: $0.site) }
    effects = Array(repeating: .none, count: plants.count)
    schedule = MessageSchedule(scenario)
    campaignsLeft = schedule.campaigns
    transactionsLeft = schedule.transactions
    upcoming = schedule.next()
  }

  /// The next line of the log, or `nil` after the last.
  ///
  /// A line that was written twice is given twice.
  package mutating func next() -> SimulatedEvent? {
    // Nothing of a message stands in the log before the message starts.
    while plan.lines < scenario.events, (queue.next ?? .max) >= upcoming.start {
      send(upcoming)
      upcoming = schedule.next()
    }
    return queue.pop()
  }

  /// What the logs beside the receipts say since this was asked last; nothing unless they are written.
  package mutating func takeBeside() -> [CompanionLog: [UInt8]] { beside.take() }

  /// Plays a scenario for its deliveries alone.
  ///
  /// - Parameter visit: gets each delivery as it is without the defects that rewrite.
  static func play(_ scenario: Scenario, _ visit: (Delivery) -> Void) {
    var simulator = Simulator(scenario)
    while simulator.plan.lines < scenario.events {
      simulator.send(simulator.upcoming, visit)
      simulator.upcoming = simulator.schedule.next()
      while (simulator.queue.next ?? .max) < simulator.upcoming.start { _ = simulator.queue.pop() }
    }
  }

  private mutating func send(_ message: Message, _ visit: (Delivery) -> Void = { _ in }) {
    let readableBefore = truth.totals.readableLines
    let audience = audiences[message.app]
    var chance = RandomStream(seed: scenario.seed, stream: UInt64(message.number))
    let size = message.isCampaign ? campaignSize(of: audience, &chance) : 1
    if !message.isCampaign { transactionsLeft -= 1 }
    let isAnonymous = !message.isCampaign && chance.happens(scenario.anonymous)
    var walk = audience.walk(&chance)
    // Between 20 and 400 devices a second.
    let pace = 1_000 / Double(20 + chance.below(380))
    let draft = draft(of: message, &chance)
    guard let first = audience.next(&walk, of: message) else { return }
    var delivery = Delivery(of: message, draft: draft, to: first, chance: chance, scenario: scenario)
    for index in 0..<size where plan.lines < scenario.events {
      guard let device = index == 0 ? first : audience.next(&walk, of: message) else { break }
      delivery.begin(with: device, isAnonymous: isAnonymous)
      let sentAt = message.start + Int64(Double(index) * pace) + delivery.chance.upTo(40)
      for plant in plants.indices {
        let holds =
          delivery.device.platform == .iOS
          && plants[plant].alter(
            &delivery.conditions, of: delivery.device, app: draft.appKey, sentAt: sentAt, &delivery.chance)
        effects[plant] = holds ? .held : .none
      }
      delivery.play(from: sentAt)
      delivery.keepFirst(scenario.events - plan.lines)
      visit(delivery)
      plan.add(delivery)
      rewrite(&delivery)
      truth.count(delivery, effects: effects, plants: plants)
      if tellsBeside {
        beside.tell(of: delivery, plants.indices.filter { effects[$0] != .none }.map { plants[$0] })
      }
      for line in delivery.lines { queue.push(line.event, at: line.position) }
    }
    if tellsBeside { beside.endMessage(draft) }
    if truth.totals.readableLines > readableBefore { truth.totals.messages += 1 }
  }

  private mutating func rewrite(_ delivery: inout Delivery) {
    var isCounted = !tellsBeside
    for plant in rewriters {
      if !isCounted, plants[plant].site.defect.isOfLog {
        beside.count(delivery)
        isCounted = true
      }
      var chance = RandomStream(
        seed: delivery.draft.messageID &+ delivery.device.traits, stream: UInt64(plant) | 1 << 60)
      let wasAnswered = delivery.isAnswered
      let holds = plants[plant].rewrite(&delivery, &chance)
      let tookAnswer = wasAnswered && !delivery.isAnswered
      effects[plant] = !holds ? .none : tookAnswer ? .tookAnswer : .held
    }
    if !isCounted { beside.count(delivery) }
  }

  private struct Plan {
    var lines = 0
    var deliveries = 0

    mutating func add(_ delivery: Delivery) {
      lines += delivery.lines.count
      deliveries += delivery.outcome.deliveries
    }
  }

  /// How many devices a campaign goes to, so that the lines that are left suffice for the campaigns that are left.
  private mutating func campaignSize(of audience: Audience, _ chance: inout RandomStream) -> Int {
    let lines = plan.lines
    let linesPerDelivery = lines > 200 ? Double(lines) / Double(plan.deliveries) : 2.3
    let isOfSingles = scenario.worlds.contains(.singles)
    // Where most messages go to one device, what these leave is for campaigns, so that the last day has its share.
    let others = isOfSingles ? Double(max(0, transactionsLeft)) : 0
    let left = Double(scenario.events - lines) / linesPerDelivery - others
    let expected = left / Double(max(1, campaignsLeft))
    let isLast = campaignsLeft <= 1
    campaignsLeft -= 1
    // Of other logs the last campaign takes all that is left, and more would not do.
    let factor = isLast ? (isOfSingles ? 1 : 2) : 0.4 + 1.2 * chance.unit()
    return min(audience.count, max(1, Int(expected * factor)))
  }

  private func draft(of message: Message, _ chance: inout RandomStream) -> SimulatedEvent {
    let start = Instant(milliseconds: message.start)
    let first = 10_900_000_000_000_000 + RandomStream.mix(scenario.seed) % 9_000_000 * 1_000_000_000
    return SimulatedEvent(
      time: start, logTime: start, appKey: scenario.apps[message.app].key,
      messageID: first + UInt64(message.number) * 97, type: .sent, platform: .iOS, channel: .apns, address: 0,
      osVersion: 0, brand: 0, network: 0, isp: 0,
      jobKey: jobKey(of: message, &chance), hasAnyIDs: scenario.worlds.contains(.ids),
      leavesOutFields: scenario.worlds.contains(.gaps), isOfSources: scenario.worlds.contains(.sources))
  }

  private func jobKey(of message: Message, _ chance: inout RandomStream) -> UInt8 {
    guard message.isCampaign else { return Self.transactionKeys.pick(&chance) }
    return chance.happens(scenario.awkwardNames)
      ? Self.awkwardKeys.pick(&chance) : Self.campaignKeys.pick(&chance)
  }

  // Indices into `Words.jobKeys`.
  private static let campaignKeys = Weighted<UInt8>([
    (0, 1), (1, 3), (2, 3), (3, 3), (4, 2), (5, 3), (6, 2), (9, 2),
  ])
  private static let awkwardKeys = Weighted<UInt8>([(10, 1), (11, 1)])
  private static let transactionKeys = Weighted<UInt8>([(0, 1), (7, 3), (8, 3)])
}

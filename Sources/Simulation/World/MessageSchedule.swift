import ReceiptModel

/// A message as the sender planned it.
struct Message: Sendable {
  var number: Int
  var app: Int
  var start: Int64
  /// To many devices, or to one.
  var isCampaign: Bool
}

/// When messages go out: most by day and early evening in China, few at night, the same every day.
struct MessageSchedule: Sendable {
  private let scenario: Scenario
  private let campaignsPerDay: Int
  private let apps: Weighted<Int>
  private var day = 0
  private var planned: [Message] = []
  private var count = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    // A campaign reaches a few thousand devices in a large log, and a handful in a small one.
    let linesPerDay = scenario.events / max(1, scenario.days)
    campaignsPerDay = max(1, linesPerDay / 20_000, min(scenario.campaignsPerDay, linesPerDay / 40))
    apps = Weighted(scenario.apps.enumerated().map { ($0.offset, $0.element.weight) })
  }

  /// Campaigns of the whole scenario.
  var campaigns: Int { campaignsPerDay * max(1, scenario.days) }

  /// The next message in time.
  ///
  /// There is always one: days go on until the log is full.
  mutating func next() -> Message {
    while planned.isEmpty { planDay() }
    return planned.removeLast()
  }

  private mutating func planDay() {
    var chance = Chance(seed: scenario.seed, stream: UInt64(day) | 1 << 62)
    let midnight = scenario.start.milliseconds + Int64(day) * 86_400_000
    day += 1
    let transactions = min(scenario.transactionsPerDay, max(1, campaignsPerDay * 20))
    var times: [(Int64, Bool)] = []
    for index in 0..<campaignsPerDay + transactions {
      let hour = Int64(Self.hours.pick(&chance))
      times.append((midnight + hour * 3_600_000 + chance.upTo(3_600_000), index < campaignsPerDay))
    }
    times.sort { $0.0 < $1.0 }
    for (start, isCampaign) in times {
      let app = apps.pick(&chance)
      planned.append(Message(number: count, app: app, start: start, isCampaign: isCampaign))
      count += 1
    }
    planned.reverse()
  }

  /// Hours of the day in UTC, eight behind China.
  private static let hours = Weighted<Int>(
    [3, 5, 7, 6, 6, 5, 5, 6, 7, 8, 9, 10, 9, 7, 4, 2, 1, 0.5, 0.3, 0.3, 0.3, 0.5, 1, 2]
      .enumerated().map { ($0.offset, $0.element) })
}

import ReceiptModel

/// A message as the sender planned it.
struct Message: Sendable {
  var number: Int
  var app: Int
  var start: Int64
  /// To many devices, or to one.
  var isCampaign: Bool
  /// Of the devices that a campaign is meant for; `nil` for all.
  var activity: Activity?
  /// Whether it is for the app and not for people, so that nothing shows and no extension starts.
  var isSilent = false
}

/// When messages go out: most by day and early evening in China, few at night, the same every day.
struct MessageSchedule: Sendable {
  private let scenario: Scenario
  private let campaignsPerDay: Int
  private var day = 0
  private var planned: [Message] = []
  private var count = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    // A campaign reaches a few thousand devices in a large log, and a handful in a small one.
    let linesPerDay = scenario.events / max(1, scenario.days)
    campaignsPerDay =
      scenario.worlds.contains(.singles)
      ? 1 : max(1, linesPerDay / 20_000, min(scenario.campaignsPerDay, linesPerDay / 40))
  }

  /// Campaigns of the whole scenario.
  var campaigns: Int { (0..<max(1, scenario.days)).reduce(0) { $0 + campaigns(ofDay: $1) } }

  /// Messages of the whole scenario to a single device.
  var transactions: Int { (0..<max(1, scenario.days)).reduce(0) { $0 + transactions(ofDay: $1) } }

  private func campaigns(ofDay day: Int) -> Int { max(1, campaignsPerDay / part(ofDay: day)) }

  /// Messages of a day to a single device.
  private func transactions(ofDay day: Int) -> Int {
    let usual =
      scenario.worlds.contains(.singles)
      // Such a message has some two lines.
      ? scenario.events / max(1, scenario.days) / 3
      : min(scenario.transactionsPerDay, max(1, campaignsPerDay * 20))
    return usual / part(ofDay: day)
  }

  /// A quarter of what is usual is sent on a weekend, where there is one.
  private func part(ofDay day: Int) -> Int {
    guard scenario.worlds.contains(.week) else { return 1 }
    return ReportZone.utc.day(of: scenario.start).adding(days: day).weekday < 6 ? 1 : 4
  }

  /// The next message in time.
  ///
  /// There is always one: days go on until the log is full.
  mutating func next() -> Message {
    while planned.isEmpty { planDay() }
    return planned.removeLast()
  }

  private mutating func planDay() {
    var chance = RandomStream(seed: scenario.seed, stream: UInt64(day) | 1 << 62)
    let apps = apps(ofDay: day)
    let midnight = scenario.start.milliseconds + Int64(day) * 86_400_000
    let (campaigns, transactions) = (campaigns(ofDay: day), transactions(ofDay: day))
    day += 1
    var times: [(Int64, Bool)] = []
    var burst: Int64?
    for index in 0..<campaigns + transactions {
      let hour = Int64(Self.hours.pick(&chance))
      var time = midnight + hour * 3_600_000 + chance.upTo(3_600_000)
      if scenario.worlds.contains(.week) {
        // Half of a day's messages, within a minute.
        if let burst, chance.happens(0.5) { time = burst + chance.upTo(60_000) }
        burst = burst ?? time
      }
      times.append((time, index < campaigns))
    }
    times.sort { $0.0 < $1.0 }
    for (start, isCampaign) in times {
      var message = Message(number: count, app: apps.pick(&chance), start: start, isCampaign: isCampaign)
      if isCampaign, scenario.worlds.contains(.audiences) { message.activity = Self.aims.pick(&chance) }
      if scenario.worlds.contains(.silent) { message.isSilent = chance.happens(0.2) }
      planned.append(message)
      count += 1
    }
    planned.reverse()
  }

  /// Places of the apps that send on a day.
  private func apps(ofDay day: Int) -> Weighted<Int> {
    let part = Double(day) / Double(max(1, scenario.days))
    let alive = scenario.apps.enumerated().filter { $0.element.life.contains(part) }
    return Weighted(alive.map { ($0.offset, $0.element.weight) })
  }

  private static let aims = Weighted<Activity?>([(nil, 0.5), (.idle, 0.25), (.active, 0.25)])

  /// Hours of the day in UTC, eight behind China.
  private static let hours = Weighted<Int>(
    [3, 5, 7, 6, 6, 5, 5, 6, 7, 8, 9, 10, 9, 7, 4, 2, 1, 0.5, 0.3, 0.3, 0.3, 0.5, 1, 2]
      .enumerated().map { ($0.offset, $0.element) })
}

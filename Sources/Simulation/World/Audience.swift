/// The devices of one app, from which each message takes its own.
struct Audience: Sendable {
  let app: SimulatedApp
  /// How many devices the app has, at least one.
  let count: Int
  private let seed: UInt64
  private let worlds: Set<World>

  init(of app: SimulatedApp, in scenario: Scenario) {
    self.app = app
    let devices = scenario.devices ?? max(100, scenario.events / 10)
    let share = app.weight / scenario.apps.reduce(0) { $0 + $1.weight }
    count = max(1, Int(Double(devices) * share))
    seed = scenario.seed
    worlds = scenario.worlds
  }

  /// An order in which a message walks through all devices, each once.
  func walk(_ chance: inout RandomStream) -> Walk {
    var step = 1 + chance.below(count)
    while Self.greatestCommonDivisor(step, count) != 1 { step += 1 }
    return Walk(position: chance.below(count), step: step, count: count)
  }

  func device(_ number: Int) -> Device { Device(number: number, of: app, seed: seed, in: worlds) }

  /// Steps through `0..<count` that meet every number once before any comes again.
  struct Walk: Sendable {
    fileprivate var position: Int
    fileprivate let step: Int
    fileprivate let count: Int

    mutating func next() -> Int {
      position = (position + step) % count
      return position
    }
  }

  private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}

/// The devices of one app, from which each message takes its own.
struct Audience: Sendable {
  let app: SimulatedApp
  /// How many devices the app has, at least one.
  let count: Int
  private let seed: UInt64
  private let worlds: Set<World>
  private let rollout: NewestVersion?

  init(of app: SimulatedApp, in scenario: Scenario) {
    self.app = app
    let devices = scenario.devices ?? max(100, scenario.events / 10)
    let share = app.weight / scenario.apps.reduce(0) { $0 + $1.weight }
    count = max(1, Int(Double(devices) * share))
    seed = scenario.seed
    worlds = scenario.worlds
    rollout = worlds.contains(.lifecycles) ? NewestVersion(of: app, in: scenario) : nil
  }

  /// An order in which a message walks through all devices, each once.
  func walk(_ chance: inout RandomStream) -> Walk {
    var step = 1 + chance.below(count)
    while Self.greatestCommonDivisor(step, count) != 1 { step += 1 }
    return Walk(position: chance.below(count), step: step, count: count)
  }

  /// The next device of a message; `nil` when all have been met that it is meant for.
  func next(_ walk: inout Walk, of message: Message) -> Device? {
    while let number = walk.next() {
      var device = Device(number: number, of: app, seed: seed, in: worlds)
      guard message.activity == nil || device.activity == message.activity else { continue }
      rollout?.take(from: &device, at: message.start)
      return device
    }
    return nil
  }

  /// Steps through `0..<count` that meet every number once before any comes again.
  struct Walk: Sendable {
    fileprivate var position: Int
    fileprivate let step: Int
    fileprivate let count: Int
    private var met = 0

    fileprivate init(position: Int, step: Int, count: Int) {
      (self.position, self.step, self.count) = (position, step, count)
    }

    /// The number of the next device; `nil` when all have been met.
    mutating func next() -> Int? {
      guard met < count else { return nil }
      met += 1
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

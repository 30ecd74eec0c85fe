import ReceiptModel

/// The sums of some devices.
struct DeviceTable {
  private var sums = RollupTable<DeviceOfApp, DeviceSum>(zero: DeviceSum())
  /// The builds of further pushes that began in the very millisecond of the latest one.
  private(set) var tied: [DeviceOfApp: [Int64]] = [:]

  var rows: [(key: DeviceOfApp, value: DeviceSum)] { sums.cells }

  /// Adds up packed pushes, all of each device.
  init(of blocks: [[UInt8]]) {
    // What is unanswered is known when all answers are.
    var awaited: [(place: Int, time: Int64)] = []
    for block in blocks {
      var reader = PackedReader(block, at: 0)
      while !reader.isAtEnd {
        let key = DeviceOfApp(&reader)
        let push = DeviceSign(&reader)
        let place = sums.place(of: key)
        sums[at: place].add(push)
        if push.awaitedAt > 0 { awaited.append((place, push.awaitedAt)) }
        if let build = push.build { add(build, at: push.base, to: place, key) }
      }
    }
    for (place, time) in awaited { sums[at: place].addAwaited(at: time) }
  }

  private mutating func add(_ build: Int64, at time: Int64, to place: Int, _ key: DeviceOfApp) {
    if time > sums[at: place].namedAt {
      sums[at: place].setBuild(build, at: time)
      if !tied.isEmpty { tied[key] = nil }
    } else if time == sums[at: place].namedAt, build != sums[at: place].build {
      tied[key, default: []].append(build)
    }
  }
}

package import ReceiptModel

/// What the ack-eligible deliveries of the judged days show when those of one device stand together.
///
/// Its size depends on the number of AppKeys, builds and networks, never on that of deliveries or devices: of devices
/// only the one that is being read is known.
package struct DeviceFacts: Sendable {
  /// By AppKey, app version and network, in the order they were met.
  package private(set) var slices: [DeviceSlice] = []
  /// By AppKey and app version, likewise; a device belongs to each version its deliveries name.
  package private(set) var builds: [DeviceBuild] = []
  /// By AppKey, likewise.
  package private(set) var apps: [DeviceApp] = []
  /// By AppKey, with app version and OS version as parts: one push for each device of a version; made by `finish`.
  package private(set) var systems: [CohortKey: FirstPushes] = [:]
  private(set) var networkHours = NetworkHours()

  /// The number beyond which new builds and networks count as unknown: app versions come from devices and may be
  /// anything.
  private static let slicesAtMost = 4096

  private var slicePlaces: [CohortKey: Int] = [:]
  private var buildPlaces: [CohortKey: Int] = [:]
  private var appPlaces: [CohortKey: Int] = [:]
  private var systemPlaces: [CohortKey: Int] = [:]
  private var systemFirsts: [FirstPushes] = []
  private var slicesOfOrigins = OriginPlaces()
  private var systemsOfOrigins = OriginPlaces()
  /// The number of the device that is being read, from 1.
  private var device = 0
  private var history = DeviceHistory()

  package init() {}

  /// Ack-eligible sends, acks and opens by AppKey, network type and app version, in this order.
  package var networkCells: [CohortCell] {
    slices.map { slice in
      var counts = Counts()
      counts[.ackEligible] = slice.eligible
      counts[.eligibleAcked] = slice.acked
      counts[.opened] = slice.opened
      return CohortCell(
        key: CohortKey(day: 0, appKey: slice.appKey, parts: [slice.networkType, slice.appVersion]),
        counts: counts)
    }.sorted { $0.key < $1.key }
  }

  /// The devices of an AppKey.
  func app(_ appKey: String) -> DeviceApp? {
    appPlaces[CohortKey(day: 0, appKey: appKey, parts: [])].map { apps[$0] }
  }

  /// The devices of an app version, where it was not one too many.
  func build(_ appKey: String, _ version: String) -> DeviceBuild? {
    buildPlaces[CohortKey(day: 0, appKey: appKey, parts: [version])].map { builds[$0] }
  }

  /// How acks of the devices that moved to a version changed, and how they would have by themselves; `nil` where that
  /// cannot be told.
  func move(_ appKey: String, _ version: String) -> (move: VersionMove, trend: PairedRates.Trend)? {
    guard let move = build(appKey, version)?.move, let app = app(appKey), let trend = move.trend(by: app.kept)
    else { return nil }
    return (move, trend)
  }

  /// Takes the next delivery; those of one device and AppKey come one after another, in the order of their sends.
  package mutating func add(_ delivery: DeviceDelivery) {
    if delivery.startsDevice || device == 0 {
      endDevice()
      device += 1
    }
    let place = place(of: delivery)
    let isRetried = AckRetry.isProved(first: delivery.ackedAt, further: delivery.furtherAcks)
    slices[place].add(delivery, isRetried: isRetried, device: device)
    if let series = slices[place].hours, !delivery.isOfUnackedMessage {
      networkHours.add(delivery, at: series)
    }
    countFirst(delivery, place)
    apps[slices[place].app].count(device)
    if history.isFull { judge() }
    history.add(delivery, slice: place, isRetried: isRetried)
  }

  /// Ends the last device; call it behind the last delivery.
  package mutating func finish() {
    endDevice()
    systems = systemPlaces.mapValues { systemFirsts[$0] }
  }

  private mutating func endDevice() {
    judge()
    if let build = history.slice.map({ slices[$0].build }) { builds[build].end(history) }
    history.end()
  }

  /// Adds what the pushes that were kept show.
  private mutating func judge() {
    guard let slice = history.slice else { return }
    apps[slices[slice].app].add(history)
    countMove()
    history.forgetPushes()
  }

  /// Counts a device that moved to another version, or kept its own; pushes to an unknown version say neither.
  private mutating func countMove() {
    guard let slice = history.pushes.last(where: { isNamed($0) })?.slice else { return }
    let (app, build) = (slices[slice].app, slices[slice].build)
    let telling = history.tellingPushes
    // Nearly all devices have one.
    guard !telling.allSatisfy({ slices[$0.slice].build == build }) else {
      return apps[app].kept.add(telling)
    }
    let pushes = telling.filter(isNamed)
    let after = pushes.filter { slices[$0.slice].build == build }
    let before = pushes.prefix { slices[$0.slice].build != build }
    if before.isEmpty {
      apps[app].kept.add(after)
    } else {
      builds[build].move.add(after: after, before: Array(before))
    }
  }

  private func isNamed(_ push: DeviceHistory.Push) -> Bool { !slices[push.slice].appVersion.isEmpty }

  /// Counts a delivery that is its device's first to a build, or the first to it that the device opened.
  private mutating func countFirst(_ delivery: DeviceDelivery, _ place: Int) {
    let isAcked = delivery.ackedAt != nil
    let first = builds[slices[place].build].count(device, isAcked: isAcked, isOpened: delivery.isOpened)
    guard first.isFirst || first.isFirstOpen else { return }
    slices[place].firsts.add(isAcked: isAcked, isFirst: first.isFirst, isFirstOpen: first.isFirstOpen)
    let system = systemPlace(of: delivery, version: slices[place].appVersion)
    systemFirsts[system].add(isAcked: isAcked, isFirst: first.isFirst, isFirstOpen: first.isFirstOpen)
  }

  private mutating func systemPlace(of delivery: DeviceDelivery, version: String) -> Int {
    if let place = systemsOfOrigins[delivery.origin] { return place }
    var system = CohortKey(day: 0, appKey: delivery.appKey, parts: [version, delivery.osVersion])
    if systemPlaces.count >= Self.slicesAtMost, systemPlaces[system] == nil { system.parts = ["", ""] }
    let place = systemPlaces[system] ?? systemFirsts.count
    if place == systemFirsts.count {
      systemPlaces[system] = place
      systemFirsts.append(FirstPushes())
    }
    systemsOfOrigins[delivery.origin] = place
    return place
  }

  private mutating func place(of delivery: DeviceDelivery) -> Int {
    if let place = slicesOfOrigins[delivery.origin] { return place }
    let place = slicePlace(delivery.appKey, delivery.appVersion, delivery.networkType)
    slicesOfOrigins[delivery.origin] = place
    return place
  }

  private mutating func slicePlace(_ appKey: String, _ version: String, _ network: String) -> Int {
    let key = CohortKey(day: 0, appKey: appKey, parts: [version, network])
    if let place = slicePlaces[key] { return place }
    if slices.count >= Self.slicesAtMost, !(version.isEmpty && network.isEmpty) {
      return slicePlace(appKey, "", "")
    }
    let app = appPlaces[CohortKey(day: 0, appKey: appKey, parts: [])] ?? newApp(appKey)
    let build =
      buildPlaces[CohortKey(day: 0, appKey: appKey, parts: [version])] ?? newBuild(appKey, version)
    slices.append(DeviceSlice(appKey: appKey, appVersion: version, networkType: network, app, build))
    slices[slices.count - 1].hours = networkHours.place(appKey, network)
    slicePlaces[key] = slices.count - 1
    return slices.count - 1
  }

  private mutating func newApp(_ appKey: String) -> Int {
    apps.append(DeviceApp(appKey: appKey))
    appPlaces[CohortKey(day: 0, appKey: appKey, parts: [])] = apps.count - 1
    return apps.count - 1
  }

  private mutating func newBuild(_ appKey: String, _ version: String) -> Int {
    builds.append(DeviceBuild(appKey: appKey, appVersion: version))
    buildPlaces[CohortKey(day: 0, appKey: appKey, parts: [version])] = builds.count - 1
    return builds.count - 1
  }
}

/// Places by the numbers of deliveries' origins, so that their names are looked up once.
private struct OriginPlaces {
  /// -1 where none is known.
  private var places: [Int32] = []

  subscript(_ origin: Int?) -> Int? {
    get {
      guard let origin, origin < places.count, places[origin] >= 0 else { return nil }
      return Int(places[origin])
    }
    set {
      guard let origin, let newValue else { return }
      if origin >= places.count { places += Array(repeating: -1, count: origin + 1 - places.count) }
      places[origin] = Int32(newValue)
    }
  }
}

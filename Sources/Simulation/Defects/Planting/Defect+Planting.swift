extension Defect {
  /// The defects of a scenario at their places, in the order of `allCases`.
  static func planted(in scenario: Scenario) -> [any PlantedDefect] {
    var plants: [any PlantedDefect] = []
    for defect in allCases where scenario.defects.contains(defect) {
      let turn = plants.count { !usual.contains($0.site.defect) }
      if let plant = defect.planted(in: scenario, turn: turn) { plants.append(plant) }
    }
    return plants
  }

  /// The defect as it stands in one log, or `nil` if the scenario has no app to plant it in.
  private func planted(in scenario: Scenario, turn: Int) -> (any PlantedDefect)? {
    if let number = Defect.usual.firstIndex(of: self) { return usual(in: scenario, turn: number) }
    let isOfAndroid = self == .refusedContent || self == .throttledChannel
    // In an app that begins late or ends early there may be nothing to see by.
    let apps = scenario.apps.filter { $0.sendsAllDays && (isOfAndroid ? $0.iOSShare < 1 : $0.iOSShare > 0) }
    guard !apps.isEmpty else { return nil }
    // With the seed the app changes, and with it how many devices there are to see something by.
    let app = apps[(turn + Int(scenario.seed % UInt64(apps.count))) % apps.count]
    let place = DefectPlace(defect: self, scenario: scenario, app: app, turn: turn)
    switch self {
    case .silentAppKey, .leakingAppKey, .extensionTimeout, .clockSkew: return nil
    case .missingExtension: return MissingExtension(place)
    case .minimumIOSTooHigh: return MinimumIOSTooHigh(place)
    case .missingMutableContent, .misspeltMutableContent: return MissingMutableContent(place)
    case .earlyHandler: return EarlyHandler(place)
    case .lossyVersion: return LossyVersion(place)
    case .ackOutage: return AckOutage(place)
    case .slowAcks: return SlowAcks(place)
    case .mixShift: return MixShift(place)
    case .blockedNetwork: return BlockedNetwork(place)
    case .throttledExtension: return ThrottledExtension(place)
    case .supersededOffline: return SupersededOffline(place)
    case .mutedDevices: return MutedDevices(place)
    case .deadTokens: return DeadTokens(place)
    case .expiredCertificate: return ExpiredCertificate(place)
    case .wrongEnvironment: return WrongEnvironment(place)
    case .refusedContent: return RefusedContent(place)
    case .exceededQuota: return ExceededQuota(place)
    case .throttledChannel: return ThrottledChannel(place)
    case .logGap: return LogGap(place)
    case .quietAppKey: return QuietAppKey(place)
    case .vanishedField: return VanishedField(place)
    case .brokenLines: return BrokenLines(place)
    case .oversizedPayload: return OversizedPayload(place)
    case .brokenAttachments: return BrokenAttachments(place)
    case .missingShard: return MissingShard(place)
    }
  }

  private func usual(in scenario: Scenario, turn: Int) -> (any PlantedDefect)? {
    let apps = scenario.apps.filter { $0.iOSShare > 0 }
    guard !apps.isEmpty else { return nil }
    let app = apps[turn % apps.count]
    // Where apps are few, each further defect takes the next older version of the same app.
    let version = app.versions[max(0, app.versions.count - 1 - turn / apps.count)]
    switch self {
    case .silentAppKey: return SilentAppKey(app: app, version: version, scenario: scenario)
    case .leakingAppKey: return LeakingAppKey(app: app, version: version, scenario: scenario)
    case .extensionTimeout: return ExtensionTimeout(app: app, version: version, scenario: scenario)
    case .clockSkew: return ClockSkew(scenario: scenario)
    default: return nil
    }
  }
}

package import ReceiptModel

/// A limit that users can move: the name it has in the configuration, and where it stands.
package struct LimitSetting: Sendable {
  package enum Place: Sendable {
    case share(any WritableKeyPath<Evidence.Limits, Double> & Sendable)
    case count(any WritableKeyPath<Evidence.Limits, Int> & Sendable)
    case duration(any WritableKeyPath<Evidence.Limits, Int64> & Sendable)
  }

  package var name: String
  package var place: Place

  init(_ name: String, _ place: Place) {
    self.name = name
    self.place = place
  }

  /// What holds in some limits.
  package func value(in limits: Evidence.Limits) -> LimitValue {
    switch place {
    case .share(let path): .share(limits[keyPath: path])
    case .count(let path): .count(limits[keyPath: path])
    case .duration(let path): .duration(limits[keyPath: path])
    }
  }

  /// Moves the limit.
  ///
  /// - Precondition: the value is of the setting's kind.
  package func set(_ value: LimitValue, in limits: inout Evidence.Limits) {
    switch (place, value) {
    case (.share(let path), .share(let share)): limits[keyPath: path] = share
    case (.count(let path), .count(let count)): limits[keyPath: path] = count
    case (.duration(let path), .duration(let milliseconds)): limits[keyPath: path] = milliseconds
    default: preconditionFailure("a limit has one kind of value")
    }
  }
}

extension Evidence.Limits {
  /// Every limit, in the order in which they are shown; a new one needs a line here and a row in
  /// docs/configuration.md.
  package static let settings: [LimitSetting] = [
    LimitSetting("chance", .share(\.chance)),
    LimitSetting("minimumSends", .count(\.minimumSends)),
    LimitSetting("refusedShare", .share(\.refusedShare)),
    LimitSetting("staleAfter", .duration(\.staleAfter)),
    LimitSetting("mismatches", .count(\.mismatches)),
    LimitSetting("mismatchShare", .share(\.mismatchShare)),
    LimitSetting("buildShare", .share(\.buildShare)),
    LimitSetting("ackRateFall", .share(\.ackRateFall)),
    LimitSetting("messageSends", .count(\.messageSends)),
    LimitSetting("lostAcks", .share(\.lostAcks)),
    LimitSetting("outageFall", .share(\.outageFall)),
    LimitSetting("slowAcks", .share(\.slowAcks)),
    LimitSetting("overBudget", .share(\.overBudget)),
    LimitSetting("throttledFall", .share(\.throttledFall)),
    LimitSetting("replacedShare", .share(\.replacedShare)),
    LimitSetting("mutedPushes", .count(\.mutedPushes)),
    LimitSetting("mutedDevices", .count(\.mutedDevices)),
    LimitSetting("mutedShare", .share(\.mutedShare)),
    LimitSetting("messageDifference", .share(\.messageDifference)),
  ]
}

import ReceiptModel

/// The attribute values an event carries, as references into the ledger's dictionaries.
struct EventAttributes {
  var context: Int64
  var build: Int64
  var network: Int64
  /// 0 for an empty reason and for kinds that are no failure.
  var reason: Int64
}

extension DeliveryState {
  /// Lets an event's attributes compete with those the delivery has.
  ///
  /// For each attribute the earlier value that is not empty stands, and of two at the same time the one whose bytes are
  /// smaller.
  ///
  /// Call it after the event was inserted, in any order of events.
  ///
  /// - Parameter isFailure: whether the event's kind carries the delivery's reason.
  /// - Returns: whether an attribute changed its value or the time it came from.
  mutating func merge(
    _ new: EventAttributes, at time: Int64, isFailure: Bool, in dictionaries: inout KnownAttributes
  ) throws
    -> Bool
  {
    if isEmpty {
      base = time
      (context, build, network) = (new.context, new.build, new.network)
      if isFailure { _ = try mergeReason(new.reason, at: time, &dictionaries) }
      return true
    }
    let changed = isFailure ? try mergeReason(new.reason, at: time, &dictionaries) : false
    if !hasBesides || late.allSatisfy({ $0.attributes == Attribute.reason.bit }) {
      let same = new.context == context && new.build == build && new.network == network
      // Both times have the same values, which stand whichever is earlier.
      if same {
        if time < base { base = time }
        return changed
      }
      // The event is later and has nothing that is missing here.
      if time > base, try addsNothing(new, &dictionaries) { return changed }
    }
    let former = (context, build, network)
    let formerLate = late
    let times = try attributeTimes(&dictionaries)
    base = min(base, time)
    var winners: [(Attribute, Int64)] = []
    context = try merge(.context, context, new.context, times, time, &winners, &dictionaries)
    build = try merge(.build, build, new.build, times, time, &winners, &dictionaries)
    network = try merge(.network, network, new.network, times, time, &winners, &dictionaries)
    setLate(winners)
    // A new time counts even with the same value: it decides which later event still wins.
    return changed || former != (context, build, network) || formerLate != late
  }

  private func addsNothing(_ new: EventAttributes, _ dictionaries: inout KnownAttributes) throws -> Bool {
    try dictionaries.mask(.context, new.context) & ~dictionaries.mask(.context, context) == 0
      && dictionaries.mask(.build, new.build) & ~dictionaries.mask(.build, build) == 0
      && dictionaries.mask(.network, new.network) & ~dictionaries.mask(.network, network) == 0
  }

  /// The time each attribute's value came from, `absent` where it has none.
  private func attributeTimes(_ dictionaries: inout KnownAttributes) throws -> [Int64] {
    var times = Array(repeating: Self.absent, count: Attribute.allCases.count)
    for (group, ref) in [(AttributeGroup.context, context), (.build, build), (.network, network)] {
      let mask = try dictionaries.mask(group, ref)
      for (index, attribute) in group.attributes.enumerated() where mask >> UInt8(index) & 1 == 1 {
        times[Int(attribute.rawValue)] = time(of: attribute)
      }
    }
    return times
  }

  private func time(of attribute: Attribute) -> Int64 {
    late.first { $0.attributes & attribute.bit != 0 }?.time ?? base
  }

  private func merge(
    _ group: AttributeGroup, _ old: Int64, _ new: Int64, _ times: [Int64], _ newTime: Int64,
    _ winners: inout [(Attribute, Int64)], _ dictionaries: inout KnownAttributes
  ) throws -> Int64 {
    var choice = AttributeChoice(group: group, old: old, new: new)
    let (oldMask, newMask) = (try dictionaries.mask(group, old), try dictionaries.mask(group, new))
    for (index, attribute) in group.attributes.enumerated() where newMask >> UInt8(index) & 1 == 1 {
      let oldTime = times[Int(attribute.rawValue)]
      if newTime < oldTime { choice.earlier |= 1 << UInt8(index) }
      if newTime == oldTime { choice.tied |= 1 << UInt8(index) }
    }
    let chosen = try dictionaries.choose(choice)
    for (index, attribute) in group.attributes.enumerated()
    where (oldMask | chosen.taken) >> UInt8(index) & 1 == 1 {
      let isTaken = chosen.taken >> UInt8(index) & 1 == 1
      winners.append((attribute, isTaken ? newTime : times[Int(attribute.rawValue)]))
    }
    return chosen.reference
  }

  /// Notes the attributes that did not come from the earliest event; what is noted of the reason stays.
  private mutating func setLate(_ winners: [(Attribute, Int64)]) {
    var entries = late.compactMap { entry -> LateAttributes? in
      entry.attributes & Attribute.reason.bit == 0
        ? nil : LateAttributes(time: entry.time, attributes: Attribute.reason.bit)
    }
    for (attribute, time) in winners where time != base {
      if let index = entries.firstIndex(where: { $0.time == time }) {
        entries[index].attributes |= attribute.bit
      } else {
        entries.append(LateAttributes(time: time, attributes: attribute.bit))
      }
    }
    late = entries.sorted { $0.time < $1.time }
  }
}

extension DeliveryState {
  /// The reason comes from the earliest failure that has one; a time other than the earliest failure's is kept in `late`.
  private mutating func mergeReason(_ new: Int64, at time: Int64, _ dictionaries: inout KnownAttributes)
    throws
    -> Bool
  {
    guard new != 0 || firstFailure != firstFailureBefore else { return false }
    let old = reason
    let formerLate = late
    // The failure this event brought may have moved the earliest failure before the one the reason came from.
    let oldTime = reason == 0 ? Self.absent : reasonTime ?? firstFailureBefore
    var bestTime = oldTime
    if new != 0, new != old || time < oldTime {
      var wins = time < oldTime
      if time == oldTime, new != old {
        wins = try dictionaries.values(.reason, new)[0].precedesInBytes(dictionaries.values(.reason, old)[0])
      }
      if wins {
        reason = new
        bestTime = time
      }
    }
    setReasonTime(bestTime)
    return reason != old || formerLate != late
  }

  var reasonTime: Int64? { late.first { $0.attributes & Attribute.reason.bit != 0 }?.time }

  mutating func setReasonTime(_ time: Int64) {
    for index in late.indices { late[index].attributes &= ~Attribute.reason.bit }
    late.removeAll { $0.attributes == 0 }
    firstFailureBefore = firstFailure
    guard reason != 0, time != firstFailure else { return }
    if let index = late.firstIndex(where: { $0.time == time }) {
      late[index].attributes |= Attribute.reason.bit
    } else {
      late.append(LateAttributes(time: time, attributes: Attribute.reason.bit))
      late.sort { $0.time < $1.time }
    }
  }
}

extension Attribute {
  /// The attribute's bit in a set of attributes.
  var bit: UInt16 { 1 << UInt16(rawValue) }
}

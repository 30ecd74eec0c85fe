import ReceiptModel

/// Which values of a group an event may put in place of a delivery's.
struct AttributeChoice: Hashable {
  var group: AttributeGroup
  /// The delivery's combination.
  var old: Int64
  /// The event's.
  var new: Int64
  /// A bit for each attribute of which the event has the earlier value.
  var earlier: UInt8 = 0
  /// A bit for each attribute of which both values are of one time, so that their bytes decide.
  var tied: UInt8 = 0

  /// Whether the event's values need not be looked at.
  var isSettled: Bool { old == new || earlier | tied == 0 }
}

/// What comes of an `AttributeChoice`.
struct ChosenAttributes {
  /// The combination that stands.
  var reference: Int64
  /// A bit for each attribute whose value is the event's.
  var taken: UInt8
}

extension KnownAttributes {
  /// The combination of the values that stand, which is added if it is new.
  mutating func choose(_ choice: AttributeChoice) throws -> ChosenAttributes {
    if choice.isSettled { return ChosenAttributes(reference: choice.old, taken: choice.earlier) }
    if let known = choices[choice] { return known }
    let chosen = try weigh(choice)
    if choices.count >= Self.choiceLimit { choices.removeAll(keepingCapacity: true) }
    choices[choice] = chosen
    return chosen
  }

  private func weigh(_ choice: AttributeChoice) throws -> ChosenAttributes {
    let old = try values(choice.group, choice.old)
    let new = try values(choice.group, choice.new)
    var (values, taken) = (old, choice.earlier)
    for index in values.indices {
      let bit: UInt8 = 1 << UInt8(index)
      if choice.tied & bit != 0, new[index].precedesInBytes(old[index]) { taken |= bit }
      if taken & bit != 0 { values[index] = new[index] }
    }
    // Those that stand as they are have their references, and are most.
    for (known, reference) in [(old, choice.old), (new, choice.new)]
    where zip(values, known).allSatisfy({ $0.hasSameBytes(as: $1) }) {
      return ChosenAttributes(reference: reference, taken: taken)
    }
    return ChosenAttributes(reference: try intern(choice.group, values), taken: taken)
  }
}

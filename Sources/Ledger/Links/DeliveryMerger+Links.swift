import ReceiptModel

/// A delivery that other logs may tell of under their own names, with the events they tell.
struct LinkTarget {
  /// Of the group it belongs to.
  var place: Int
  var app: Int64
  /// Each once, with the reason in `raw`, as in `DeliveryState.linked`.
  var events: [RepeatedEvent]
}

extension DeliveryMerger {
  /// Makes the linked events of deliveries equal to the wanted ones.
  ///
  /// - Parameters:
  ///   - groups: the deliveries by message and device; they have no events of their own here.
  ///   - stored: what the ledger holds of them, in their order.
  ///   - targets: in the order of their groups.
  ///   - removed: gets the hours of events that are no longer in the ledger.
  mutating func link(
    _ groups: [DeliveryGroup], stored: [StoredDelivery], _ targets: [LinkTarget], removed: inout Set<Int64>,
    into output: inout DeliveryTable
  ) throws {
    let nothing = EventAttributes(
      context: try attributes.intern(
        .context, Array(repeating: "", count: AttributeGroup.context.attributes.count)),
      build: try attributes.intern(
        .build, Array(repeating: "", count: AttributeGroup.build.attributes.count)),
      network: try attributes.intern(
        .network, Array(repeating: "", count: AttributeGroup.network.attributes.count)),
      reason: 0)
    var (nextStored, nextTarget) = (0, 0)
    for place in groups.indices {
      var deliveries: [MergedDelivery] = []
      while nextStored < stored.count, stored[nextStored].place == place {
        deliveries.append(
          MergedDelivery(app: stored[nextStored].app, state: stored[nextStored].state, isStored: true))
        nextStored += 1
      }
      let before = deliveries
      var change = MessageChange()
      while nextTarget < targets.count, targets[nextTarget].place == place {
        let target = targets[nextTarget]
        nextTarget += 1
        guard let index = deliveries.firstIndex(where: { $0.app == target.app }) else { continue }
        try relink(&deliveries[index], target, nothing, &change, &removed)
      }
      guard deliveries.contains(where: \.isChanged) else { continue }
      judgeAnew(groups[place].message)
      if !groups[place].device.isEmpty {
        try count(before, of: groups[place].message, times: -1)
        try count(deliveries, of: groups[place].message, times: 1)
      }
      for delivery in before + deliveries { change.toggle(delivery.digest(groups[place].device)) }
      for delivery in deliveries where delivery.isChanged { try output.write(delivery, of: groups[place]) }
      output.add(change, to: groups[place].message)
    }
  }

  /// - Parameters:
  ///   - change: gets the times of events that were added.
  ///   - removed: gets the hours of events that are no longer in the ledger.
  private mutating func relink(
    _ delivery: inout MergedDelivery, _ target: LinkTarget, _ nothing: EventAttributes,
    _ change: inout MessageChange, _ removed: inout Set<Int64>
  ) throws {
    let former = Set(delivery.state.linked.map(\.withoutRaw))
    let own = Set(delivery.state.events).subtracting(former)
    let linked = target.events.filter { !own.contains($0.withoutRaw) }.sorted()
    guard linked != delivery.state.linked else { return }
    let wanted = Set(linked.map(\.withoutRaw))
    for event in former where !wanted.contains(event) {
      if !delivery.state.repeats.isEmpty { delivery.hadMoreRepeats = true }
      delivery.state.remove(event.kind, at: event.time)
      changes.remove(event.kind, at: event.time, app: delivery.app)
      removed.insert(RollupKey.hour(of: event.time))
    }
    for event in wanted.subtracting(former).sorted() {
      _ = delivery.state.insert(event.kind, at: event.time, raw: 0)
      _ = try delivery.state.merge(nothing, at: event.time, isFailure: event.kind.isFailure, in: &attributes)
      changes.add(event.kind, at: event.time, app: delivery.app)
      change.add(event: event.time)
    }
    delivery.state.linked = linked
    delivery.isChanged = true
  }
}

import ReceiptModel

extension Truth {
  /// Counts a delivery whose lines are final.
  ///
  /// - Parameter effects: what each planted defect did to the delivery.
  mutating func count(_ delivery: Delivery, effects: [DefectEffect], plants: [any PlantedDefect]) {
    let sender = delivery.draft.appKey
    countLines(delivery.lines)
    let outcome = delivery.outcome
    totals.deliveries += outcome.deliveries
    if outcome.isKnownToSender, outcome.cohortTime == nil { totals.unmatched += 1 }
    if outcome.isAckedUnderForeignKey { totals.unmatched += 1 }
    for index in plants.indices where effects[index] != .none && plants[index].touches(outcome) {
      defects[index].note(delivery, isVisible: plants[index].isVisible(in: outcome))
      if delivery.isAnswered { defects[index].answered += 1 }
      if effects[index] == .tookAnswer { defects[index].lost += 1 }
    }
    guard let cohort = outcome.cohortTime else { return }
    let cell = Cell(
      day: ReportZone.utc.day(of: Instant(milliseconds: cohort)), appKey: sender,
      channel: delivery.draft.channel)
    cells[cell, default: Counts()].count(outcome, platform: delivery.device.platform)
  }

  private mutating func countLines(_ lines: [PlannedLine]) {
    totals.lines += lines.count
    for line in lines {
      guard !line.event.isBroken else {
        totals.brokenLines += 1
        continue
      }
      guard !line.event.isNoPush else {
        totals.noPushLines += 1
        continue
      }
      guard !line.isRepeat else {
        totals.duplicateLines += 1
        continue
      }
      totals.events += 1
      totals.eventsOfKind[Int(line.event.type.kind.rawValue)] += 1
      totals.firstEvent = min(totals.firstEvent ?? line.event.time, line.event.time)
      totals.lastEvent = max(totals.lastEvent ?? line.event.time, line.event.time)
    }
  }
}

extension Truth.Planted {
  fileprivate mutating func note(_ delivery: Delivery, isVisible: Bool) {
    affected += 1
    if isVisible { visible += 1 }
    let sent = Instant(milliseconds: delivery.sentAt)
    affectedOfDay[ReportZone.utc.day(of: sent), default: 0] += 1
    firstAffected = min(firstAffected ?? sent, sent)
    // All deliveries of a message come one after another, in the order of their sends.
    let message = delivery.draft.messageID
    if site.isOfMessages, messages.last?.id != message {
      messages.append(
        Truth.Message(id: message, text: delivery.draft.messageText, start: sent))
    }
  }
}

extension Truth.Counts {
  fileprivate mutating func count(_ outcome: DeliveryOutcome, platform: Platform) {
    guard outcome.firstSent != nil else {
      sendFailed += 1
      return
    }
    sent += 1
    if outcome.isArrived { arrived += 1 }
    if outcome.isAcked { acked += 1 }
    if outcome.isOpened { opened += 1 }
    if outcome.isDismissed { dismissed += 1 }
    if outcome.isConfirmed { confirmed += 1 }
    if outcome.isAckedUnderForeignKey { appKeyMismatch += 1 }
    guard platform == .iOS else { return }
    ackEligible += 1
    if outcome.isOpened, !outcome.isAcked { openedUnacked += 1 }
  }
}

import ReceiptModel

/// The pushes of all AppKeys but one that were acked in time, by the hour of the send: their acks come to the same server.
struct OtherAcks {
  private let hours: [DaySpan]
  private var acked: [Int]

  init(than appKey: String, _ evidence: Evidence) {
    hours = evidence.hours
    acked = evidence.comparisons.ackedByHour
    for cell in evidence.comparisons.hourCells[appKey] where acked.indices.contains(cell.key.day) {
      acked[cell.key.day] -= cell.counts.promptAckRate.numerator
    }
  }

  /// Whether there are three or more in the hour in which a message was first sent.
  func areMany(near message: MessageCell) -> Bool {
    guard let time = message.firstSent?.milliseconds else { return false }
    let place = hours.partitionPoint { time < $0.end }
    return place < hours.count && hours[place].start <= time && acked[place] >= 3
  }
}

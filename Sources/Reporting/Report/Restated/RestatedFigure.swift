import Prose
import ReceiptModel

/// The numbers that reports lead with, and whose changes they list.
enum RestatedFigure: CaseIterable, Sendable {
  case measurable, measurableConfirmed, sends, failedSends, acks, opens, timeouts

  var title: Phrase {
    switch self {
    case .measurable: "Measurable sends"
    case .measurableConfirmed: "Confirmed of them"
    case .sends: "Sends"
    case .failedSends: "Failed sends"
    case .acks: "Acks"
    case .opens: "Opens"
    case .timeouts: "Ack timeouts"
    }
  }

  func value(_ counts: Counts) -> Int {
    switch self {
    case .measurable: counts[.measurable]
    case .measurableConfirmed: counts[.measurableConfirmed]
    case .sends: counts[.sent]
    case .failedSends: counts[.sendFailed]
    case .acks: counts[.acked]
    case .opens: counts[.opened]
    case .timeouts: counts.ackTimeout
    }
  }

  /// The settings that decide what is counted, where it is not the events alone.
  var settings: Set<String> {
    switch self {
    case .measurable, .measurableConfirmed: [Setting.channels.rawValue]
    case .timeouts: [Setting.channels.rawValue, Setting.ackTimeout.rawValue, Setting.settle.rawValue]
    case .sends, .failedSends, .acks, .opens: []
    }
  }

  /// Whether one more event can only add to it: an ack takes away a timeout, a send a failed one.
  var growsWithEvents: Bool { self != .timeouts && self != .failedSends }

  /// The counters that only ask which events there are.
  static let untouchedBySettings: [Count] = [
    .deliveries, .accepted, .sent, .arrived, .arriveFailed, .acked, .displayed, .opened,
    .dismissed,
  ]
}

import Diagnosis
import ReceiptModel

/// What may have happened to one message on one phone, and the lines that it leaves.
///
/// A world in a few obvious rules: one AppKey sends, once or twice; receipts and sends are stamped by two clocks, at most
/// a second apart; any line of the receipt log may be missing.
struct ShortHistory {
  /// What became of one send; all times in milliseconds.
  enum Fate: Hashable {
    case refused
    /// Taken for a phone that is off, or replaced.
    case neverArrived
    /// It arrived, and the system did not start the extension.
    case muted
    /// The extension started so long after the send.
    case ran(after: Int64, Run)
  }

  /// What an extension does, by the time since its start.
  enum Run: CaseIterable {
    case firstTry, secondAtOnce, thirdTry, twoTriesCameThrough, lateByOwnWork, reportedThenTimedOut
    case timedOut, requestsFailed, neverTried, killed, firstTryUnderForeignKey

    /// When requests reach the server.
    var acks: [Int64] {
      switch self {
      case .firstTry, .reportedThenTimedOut, .firstTryUnderForeignKey: [200]
      case .secondAtOnce: [1_200]
      case .thirdTry: [12_200]
      case .twoTriesCameThrough: [200, 6_200]
      case .lateByOwnWork: [20_200]
      case .timedOut, .requestsFailed, .neverTried, .killed: []
      }
    }

    /// What it writes into its own log of its tries.
    var tries: [(ExtensionStep, Int64)] {
      switch self {
      case .firstTry, .reportedThenTimedOut, .firstTryUnderForeignKey: [(.acked, 210)]
      case .secondAtOnce: [(.ackFailed, 10), (.acked, 1_210)]
      case .thirdTry: [(.ackFailed, 5_000), (.ackFailed, 11_000), (.acked, 12_210)]
      case .twoTriesCameThrough: [(.ackFailed, 5_000), (.acked, 6_210)]
      case .lateByOwnWork: [(.acked, 20_210)]
      case .timedOut: [(.ackFailed, 5_000)]
      case .requestsFailed: [(.ackFailed, 5_000), (.ackFailed, 11_000)]
      case .neverTried, .killed: []
      }
    }

    var end: [(ExtensionStep, Int64)] {
      switch self {
      case .timedOut, .reportedThenTimedOut: [(.expiring, 29_500)]
      case .killed: []
      default: [(.finished, 21_000)]
      }
    }
  }

  /// What the extension writes down about itself.
  enum OwnLog: CaseIterable { case none, startsAndEnds, all }

  struct Line: Hashable {
    var kind: EventKind
    var at: Int64
    var app = "333"
  }

  /// What explanations see: lines of the receipt log in order, and the extension's own log.
  struct Lines: Hashable {
    var receipts: [Line]
    var steps: [ExtensionLogStep]
  }

  var sends: [(at: Int64, fate: Fate)]
  var isOpened = false
  /// The phone's clock less the sender's.
  var skew: Int64 = 0
  var ownLog = OwnLog.none

  var runs: [(sent: Int64, wait: Int64, run: Run)] {
    sends.compactMap { send in
      guard case .ran(let wait, let run) = send.fate else { return nil }
      return (send.at, wait, run)
    }
  }

  /// The lines of the receipt log if none is lost.
  var receipts: [Line] {
    var lines = sends.map { Line(kind: $0.fate == .refused ? .sendFailed : .sent, at: $0.at) }
    for (sent, wait, run) in runs {
      let app = run == .firstTryUnderForeignKey ? "999" : "333"
      lines += run.acks.map { Line(kind: .extAck, at: sent + wait + $0 + skew, app: app) }
    }
    if isOpened, let first = runs.first {
      lines.append(Line(kind: .opened, at: first.sent + first.wait + 50_000 + skew))
    }
    return lines.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
  }

  var steps: [ExtensionLogStep] {
    guard ownLog != .none else { return [] }
    return runs.flatMap { sent, wait, run in
      ([(.received, 0)] + (ownLog == .all ? run.tries : []) + run.end).map { step, after in
        ExtensionLogStep(step, at: Push.at(sent + wait + after + skew))
      }
    }
  }

  /// What explanations see, for every set of lines that may be lost.
  var views: [Lines] {
    let (all, steps) = (receipts, steps)
    return (0..<1 << all.count).map { kept in
      Lines(receipts: all.indices.filter { kept >> $0 & 1 == 1 }.map { all[$0] }, steps: steps)
    }
  }

  /// Every history of the model.
  static var all: [ShortHistory] {
    let waits: [Int64] = [300, 40_300]
    let ran: [Fate] = waits.flatMap { wait in Run.allCases.map { .ran(after: wait, $0) } }
    let fates: [Fate] = [.refused, .neverArrived, .muted] + ran
    let moments: [Int64] = [6_000, 12_000, 20_000, 40_000]
    var histories: [ShortHistory] = []
    for first in fates {
      histories += ([0] + moments).map { ShortHistory(sends: [($0, first)]) }
      for second in [Fate.refused, .neverArrived, .ran(after: 300, .firstTry)] {
        histories += moments.map { ShortHistory(sends: [(0, first), ($0, second)]) }
      }
    }
    return histories.flatMap(\.variants)
  }
}

extension ShortHistory {
  /// The same with and without an open, with each log of the extension, and by clocks that agree or not.
  ///
  /// A phone without a run opens nothing, writes no log, and stamps nothing by its clock. Two sends with the extension's own
  /// log, or an open, are two stories that are told after each other.
  fileprivate var variants: [ShortHistory] {
    guard !runs.isEmpty else { return [self] }
    var variants: [ShortHistory] = []
    for ownLog in sends.count == 1 ? OwnLog.allCases : [.none] {
      for skew: Int64 in [-1_000, 0, 1_000] {
        for isOpened in sends.count == 1 ? [false, true] : [false] {
          variants.append(ShortHistory(sends: sends, isOpened: isOpened, skew: skew, ownLog: ownLog))
        }
      }
    }
    return variants
  }
}

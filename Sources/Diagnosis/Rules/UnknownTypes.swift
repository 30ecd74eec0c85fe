import Prose
import ReceiptModel

extension Rule {
  /// The log names event types that this program does not know.
  ///
  /// They are kept and counted as `other`, and get their meaning once the configuration gives it. It is a note, unless
  /// a kind that there was before is gone and one of them comes about as often: then that kind may have a new name, and
  /// counts by it are too low.
  package static let unknownTypes = Rule(.unknownTypes) { evidence in
    let types = evidence.health.unknownTypes
    guard !types.isEmpty else { return [] }
    let names = types.prefix(5).map { Phrase.text($0.name) }.joined()
    let gone = evidence.vanishedKinds
    let kinds = gone.map { Phrase.figure($0.name) }.joined()
    let cause: Phrase =
      gone.isEmpty
      ? "the vendor logs event types that have no alias here"
      : "the vendor may have renamed \(kinds), which no longer occurs"
    return [
      Finding(
        .unknownTypes, gone.isEmpty ? .info : .warning,
        scope: .of(.note, words: types.count > 5 ? "\(names) and \(types.count - 5) more" : names),
        cause: cause,
        rivals: [Rival("records of another log")],
        nextStep: "add to the configuration an alias for each type that matters")
    ]
  }
}

extension Evidence {
  /// Kinds that have no event in the judged days although, going by the sends of the days before, there should be 20 or
  /// more; half as many of an unknown type may be these under another name.
  fileprivate var vanishedKinds: [EventKind] {
    guard let window = scope.window else { return [] }
    var sums: [EventKind: (before: Int, now: Int)] = [:]
    for cell in eventHours where cell.kind != .other {
      let isBefore = cell.hour.milliseconds < window.lowerBound
      sums[cell.kind, default: (0, 0)].before += isBefore ? cell.events : 0
      sums[cell.kind]?.now += isBefore ? 0 : cell.events
    }
    // On a holiday there is less of everything.
    let sent = sums[.sent].flatMap { $0.before > 0 ? Double($0.now) / Double($0.before) : nil } ?? .infinity
    let share = min(sent, Double(judgedHours.count) / Double(max(1, pastHours.count)))
    let most = Double(health.unknownTypes.map(\.events).max() ?? 0)
    return EventKind.allCases.filter {
      guard let sum = sums[$0] else { return false }
      let usual = Double(sum.before) * share
      return usual >= 20 && sum.now == 0 && most >= usual / 2
    }
  }
}

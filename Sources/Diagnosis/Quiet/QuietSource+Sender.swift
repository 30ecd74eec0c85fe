import ReceiptModel

extension QuietSource {
  /// The sender of the AppKey, where it has stopped before all these runs of hours without an event.
  ///
  /// Then its receipts have become few, too: where they come in as ever, only the log of sends is missing.
  func stoppedSender(_ runs: [[Int]], _ evidence: Evidence) -> StoppedSender? {
    guard !appKey.isEmpty, isSendOrAll, let sender = StoppedSender(appKey, evidence),
      runs.joined().allSatisfy({ evidence.hours[$0].start > sender.lastSend })
    else { return nil }
    return kind == nil || areAnswersFew(in: runs, evidence) ? sender : nil
  }

  private var isSendOrAll: Bool { kind == nil || kind == .sent || kind == .accepted }

  /// Whether of each kind of answers that usually come in these hours fewer than half came, and there is such a kind.
  private func areAnswersFew(in runs: [[Int]], _ evidence: Evidence) -> Bool {
    let answers = Self.all(evidence).filter { $0.appKey.hasSameBytes(as: appKey) && $0.sends != nil }
    let few = answers.compactMap { answer -> Bool? in
      let usual = UsualHours(answer, evidence).events(in: runs.flatMap { $0 })
      guard usual >= Double(SoleCause.enough) else { return nil }
      return Double(runs.joined().reduce(0) { $0 + answer.events[$1] }) < usual / 2
    }
    return few.contains(true) && !few.contains(false)
  }
}

extension ExternalFacts {
  /// Gives each AppKey what is known of its part of a message.
  ///
  /// What names no AppKey, and none can be found for, goes to the first; where the ledger has no event of the message at
  /// all, to a story without any.
  ///
  /// - Parameter stories: of one message, by AppKey.
  package func dealt(to stories: [MessageStory], of message: String) -> [MessageStory] {
    guard !isEmpty else { return stories }
    var stories = stories
    if stories.isEmpty {
      let keys = totals.map(\.appKey) + tallies.map(\.appKey) + extensions.map(\.appKey)
      stories = [MessageStory(messageID: message, appKey: keys.first { !$0.isEmpty } ?? "")]
    }
    func place(_ keys: String...) -> Int {
      keys.lazy.compactMap { key in stories.firstIndex { $0.appKey.hasSameBytes(as: key) } }.first ?? 0
    }
    for times in extensions { stories[place(times.appKey)].beside.extensions.append(times) }
    for failure in attachmentFailures {
      stories[place(failure.appKey)].beside.attachmentFailures.append(failure)
    }
    for total in totals { stories[place(total.appKey)].beside.totals.append(total) }
    for tally in tallies { stories[place(tally.appKey, tally.sentBy)].beside.tallies.append(tally) }
    return stories
  }
}

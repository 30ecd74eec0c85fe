import TestSupport

/// A receipt log made to bring every rule into play: few AppKeys, messages and devices, so that events meet, told in
/// short stories whose times lie on and around every limit, then shuffled and written in many spellings.
///
/// Every line is plainly well formed; none would be refused.
package struct RandomLog: Sendable {
  /// JSON objects without line ends.
  package let lines: [String]

  /// The lines as a file, each ended by a line feed.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// - Parameters:
  ///   - seed: the same seed and number of lines give the same log.
  ///   - lines: how many lines the log has.
  package init(seed: UInt64, lines count: Int) {
    var random = SeededGenerator(seed: seed)
    let cast = RandomCast(size: count, using: &random)
    var drafts: [RandomLine] = []
    while drafts.count < count {
      let story = cast.story(using: &random)
      drafts += story
      // The log is delivered at least once, and not always in the same words.
      if Int.random(in: 0..<8, using: &random) == 0, let line = story.randomElement(using: &random) {
        drafts.append(line)
        drafts.append(cast.otherWords(for: line, using: &random))
      }
    }
    var shuffled = Array(drafts.prefix(count))
    shuffled.shuffle(using: &random)
    lines = shuffled.map { $0.json(using: &random) }
  }

  /// The log and some lines more.
  package init(_ log: RandomLog, and more: [String]) { lines = log.lines + more }
}

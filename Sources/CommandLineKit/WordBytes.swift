import Glibc

/// The words of the command line as the system gave them, since the name of a file need not be UTF-8.
package struct WordBytes: Sendable {
  /// Words of which some are no UTF-8, by their text, which has U+FFFD where bytes mean nothing; in their order.
  private let repaired: [String: [[UInt8]]]

  package init(_ words: [[UInt8]]) {
    let alike = Dictionary(grouping: words) { String(decoding: $0, as: UTF8.self) }
    repaired = alike.filter { text, words in words.contains { !text.utf8.elementsEqual($0) } }
  }

  /// Those that this program was started with.
  package static let ofThisProgram = WordBytes(
    (0..<Int(CommandLine.argc)).compactMap { place in
      guard let word = unsafe CommandLine.unsafeArgv[place] else { return nil }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: word, count: strlen(word)))
    })

  /// The bytes of some words in the order of the command line; of several with the same text each has its own.
  package func bytes(of words: [String]) -> [[UInt8]] {
    var left = repaired
    return words.map { word in
      guard var own = left[word], let first = own.first else { return Array(word.utf8) }
      // The last stands for all that follow: such a word did not come from the command line.
      if own.count > 1 {
        own.removeFirst()
        left[word] = own
      }
      return first
    }
  }
}

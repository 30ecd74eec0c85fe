package import Prose
import ReceiptModel

/// How many workers an import may have, from the command line or the configuration.
package struct ImportJobs: Sendable {
  package let count: Int

  package init?(_ count: Int) {
    guard (1...Configuration.mostJobs).contains(count) else { return nil }
    self.count = count
  }

  package init?(argument: String) {
    guard let count = Int(argument) else { return nil }
    self.init(count)
  }

  package static let expectation: Phrase =
    "a whole number from 1 to \(figure: "\(Configuration.mostJobs)")"
}

/// How much memory an import may take, from the command line or the configuration.
package struct ImportMemory: Sendable {
  package let bytes: Int

  package init?(argument: String) {
    guard let bytes = ByteSizeText.bytes(argument), bytes >= Configuration.leastMemoryBytes else {
      return nil
    }
    self.bytes = bytes
  }

  package static let expectation: Phrase = """
    a size such as \(ByteSizeText.text(Configuration().memoryBytes)) or 1G, from \
    \(ByteSizeText.text(Configuration.leastMemoryBytes)) on
    """
}

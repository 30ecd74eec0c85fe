import CommandLineKit
import ReceiptModel

/// How many workers an import may have, from the command line or the configuration.
struct ImportJobs: ArgumentValue {
  let count: Int

  init?(_ count: Int) {
    guard (1...Configuration.mostJobs).contains(count) else { return nil }
    self.count = count
  }

  init?(argument: String) {
    guard let count = Int(argument) else { return nil }
    self.init(count)
  }

  static let expectation = "a whole number from 1 to \(Configuration.mostJobs)"
}

/// How much memory an import may take, from the command line or the configuration.
struct ImportMemory: ArgumentValue {
  let bytes: Int

  init?(argument: String) {
    guard let bytes = ByteSizeText.bytes(argument), bytes >= Configuration.leastMemoryBytes else {
      return nil
    }
    self.bytes = bytes
  }

  static let expectation =
    "a size such as \(ByteSizeText.text(Configuration().memoryBytes)) or 1G, from "
    + "\(ByteSizeText.text(Configuration.leastMemoryBytes)) on"
}

import CommandLineKit
import Prose
import Synchronization

@testable import pushledger

/// A language that notes every key it is asked for.
final class KeyRecorder: Sendable {
  private let asked = Mutex<[String]>([])

  /// In the order in which they were asked for first.
  var keys: [String] {
    var seen: Set<String> = []
    return asked.withLock(\.self).filter { seen.insert($0).inserted }
  }

  var language: Language {
    Language(tag: "x-recorded", translations: [:]) { [self] key in asked.withLock { $0.append(key) } }
  }

  /// The keys of all help, and of the manual page.
  static func help() throws -> [String] {
    let recorder = KeyRecorder()
    let original = PushLedger.program
    let program = Program(
      name: original.name, version: original.version, purpose: original.purpose,
      description: original.description, examples: original.examples, commands: original.commands,
      commonRows: original.commonRows, topics: original.topics, surroundings: original.surroundings,
      closing: original.closing, languages: [("x-recorded", { recorder.language })])
    let names = program.commands.map(\.name) + program.topics.map(\.name)
    for words in [[], ["--help"], ["help", "--man"]] + names.map({ ["help", $0] }) {
      _ = try program.request(words + ["--lang", "x-recorded"])
    }
    return recorder.keys
  }
}

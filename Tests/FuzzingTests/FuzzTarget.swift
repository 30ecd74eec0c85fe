/// A part of the program that bytes of any origin reach, made ready to be given them.
///
/// libFuzzer looks for inputs that make it trap, hang or break a promise (`scripts/fuzz`); what it found worth keeping is
/// its corpus, which the tests replay.
struct FuzzTarget: Sendable {
  /// As `--target` and the folder of its corpus call it.
  let name: String
  /// Bytes of the longest input to be tried.
  var longest = 2048
  /// Throws `BrokenPromise`; bad input is answered as the program answers it, and nothing is thrown for it.
  let attempt: @Sendable (_ input: [UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .jsonLines, .jsonValues, .jsonTree, .csv, .log, .times, .devices, .payload,
    .packed, .gzip, .snappyBlock, .snappyFrames,
    .mapping, .mappedLog, .configuration, .catalogue, .failureReasons, .template, .words, .query,
    .csvOutput, .jsonOutput, .htmlOutput, .markdownOutput, .terminalOutput, .shellOutput, .chatOutput,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What the program did that it must not do, whatever the input.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Makes sure of something that must hold for every input.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(description: words()) }
}

/// Makes sure that two ways to the same thing lead to the same thing.
func promise<Value: Equatable>(_ one: Value, equals other: Value, _ words: String) throws {
  if one != other { throw BrokenPromise(description: "\(words):\n\(one)\nand\n\(other)") }
}

import Assets
import CommandLineKit
import Prose
import ReceiptModel

@testable import Diagnosis
@testable import Libraries
@testable import LogReading
@testable import Reporting
@testable import pushledger

extension FuzzTarget {
  /// Words of a command line, a setting or a mapping, each given to everything that reads such words.
  static let words = FuzzTarget(name: "words", longest: 256) { input in
    let text = String(decoding: input, as: UTF8.self)
    let present = Instant(milliseconds: 1_790_000_000_000)
    for zone in [ReportZone.utc, ReportZone(fixed: text) ?? .utc] {
      _ = TimeWords(zone: zone, present: present).instant(text)
    }
    if let bytes = ByteSizeText.bytes(text) {
      try promise(ByteSizeText.bytes(ByteSizeText.text(bytes)), equals: bytes, "a size is written otherwise")
    }
    if let milliseconds = DurationText.milliseconds(text) {
      try promise(
        DurationText.milliseconds(DurationText.text(milliseconds)), equals: milliseconds,
        "a length of time is written otherwise")
    }
    _ = FieldPath(text)
    _ = CivilDay(text)
    _ = VersionNumber(text)
    _ = CharacterReferences.resolved(text)
    _ = ShellText.words(in: text)
    _ = QueryArgument(argument: text)
    _ = TimeLimit(argument: text)
    _ = QueryHeader(of: text).problems
    _ = Suggestion.nearest(to: text, in: ["import", "report", "check"])
    _ = try? PushLedger.program.request(text.split(separator: "\0").map(String.init), width: 80)
  }
}

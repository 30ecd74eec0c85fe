import CommandLineKit
import Files
import Libraries
import LogReading
import Operations
import Prose
import ReceiptModel
import Reporting
import UserFiles

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var words: [String] = []
    var source: String?
    var appKey: String?
    var assumeTimeZone: String?
    var format = TableFormat.table

    static let table: [Option<Self>] =
      [
        .rest(\.words, placeholder: "ACTION", help: "list, show NAME, or test FILE...")
          .completing(.words(["list", "show", "test"])),
        .value(
          \.source, "--source", placeholder: "NAME",
          help: "with test: read the files by this mapping, or the one in this .json5 file"
        )
        .completing(.sources),
        .value(
          \.appKey, "--app", placeholder: "KEY", help: "with test: the AppKey of records that name none"),
        .value(
          \.assumeTimeZone, "--assume-tz", placeholder: "OFFSET",
          help: "with test: zone of times that name none, such as +08:00"),
        .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
        .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let source = Command(
    "source", summary: "which logs can be read, and how: list, show, or test a file", group: .load,
    discussion: """
      A source is a file: a mapping says where a record keeps app, message, device, kind and time, and what its words \
      prove. import finds the mapping by the content of a log, or takes the one that --source names.

      list names them all. show prints a mapping, to begin one of your own with. test reads files without a ledger and \
      tells what each record became: events, facts beside events, a refusal with its reason, or nothing. Device ids \
      and tokens are not shown: id 1 (32 hex digits) stands for the first one that was read, wherever it occurs again.
      """,
    examples: [
      Example("pushledger source list", "every source that is known"),
      Example("pushledger source show huawei-receipt-v1 > my-vendor.json5", "a mapping to begin with"),
      Example("pushledger source test --source my-vendor.json5 receipts.jsonl", "what would be read"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let library = try MappingLibrary(folder: session.configuration.mappingsFolder)
    let output = DescriptorWriter.standardOutput
    switch options.words.first {
    case "list" where options.words.count == 1:
      try output.write(options.format.bytes(of: SourceList(library: library).table).span)
    case "show" where options.words.count == 2:
      try output.write(library.entry(options.words[1]).text)
    case "test" where options.words.count > 1:
      return try test(options, session, library)
    default:
      throw Failure.usage(
        "source needs an action", advice: "write source list, source show NAME or source test FILE")
    }
    return .done
  }

  private static func test(
    _ options: Options, _ session: Session, _ library: MappingLibrary
  ) throws -> ExitCode {
    var request = ImportRequest()
    request.source = options.source
    request.appKey = options.appKey
    request.assumeTimeZone = options.assumeTimeZone
    var reading = try LogImport(request, in: session).reading()
    reading.isFinal = true
    let tests = options.words.dropFirst().map { SourceTest($0, reading) }
    try DescriptorWriter.standardOutput.write(options.format.bytes(of: SourceTest.table(of: tests)).span)
    for test in tests { try DescriptorWriter.standardError.write(test.summary) }
    let codes = tests.map { test in
      (test.error?.kind).map(ExitCode.init)
        ?? (test.isRefused(beyond: session.configuration.maxRejects) ? .inputUnusable : .done)
    }
    return codes.max { $0.rawValue < $1.rawValue } ?? .done
  }
}

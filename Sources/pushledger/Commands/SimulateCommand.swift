import CommandLineKit
import Files
import Glibc
import Operations
import Prose
import ReceiptModel
import Simulation
import UserFiles

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var output: String?
    var truth: String?
    var beside: String?
    var events = 200_000
    var seed = 1
    var days = 7
    var start: String?
    var shape = LogShape.jsonLines
    var defects: [Defect] = []
    var size = DefectSize.medium
    var worlds: [World] = []
    var isWithoutDefects = false
    var isClean = false
    var devices: Int?

    static let table: [Option<Self>] =
      [
        .value(
          \.events, "--events", "-n", placeholder: "N",
          help: "how many lines to write, before a defect takes lines away"),
        .value(\.seed, "--seed", placeholder: "N", help: "the same seed gives the same bytes"),
        .value(
          \.devices, "--devices", placeholder: "N",
          help: "devices of all apps; otherwise one for every ten lines"),
        .value(\.days, "--days", placeholder: "N", help: "spread the pushes over this many days"),
        .value(\.start, "--start", placeholder: "T", help: "when the first day begins"),
        .value(\.shape, "--shape", placeholder: "SHAPE", help: "the export shape of the log"),
        .repeated(
          \.defects, "--defect", placeholder: "NAME", help: "plant only this defect; may be repeated"
        ).completing(.defects),
        .value(
          \.size, "--defect-size", placeholder: "SIZE", help: "how much of the log defects touch"),
        .repeated(
          \.worlds, "--world", placeholder: "NAME", help: "how the log is unlike a tidy one; may be repeated"),
        .flag(\.isWithoutDefects, "--no-defects", help: "plant no defect"),
        .flag(\.isClean, "--clean", help: "plant no defect and write no line twice, late or out of order"),
        .value(
          \.output, "--output", "-o", placeholder: "FILE",
          help: "where the log goes; otherwise standard output"),
        .value(\.truth, "--truth", placeholder: "FILE", help: "where the truth about the log goes, as JSON"),
        .value(
          \.beside, "--beside", placeholder: "FOLDER",
          help: "where logs of the same pushes go: sends, runs of extensions, counts of the console"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let simulate = Command(
    "simulate", summary: "write a log with known truth, seeded", group: .learn,
    discussion: """
      Writes a receipt log as a service would have: sends, arrivals, extension acks with their retries, opens, \
      duplicates, late and out-of-order lines, and planted defects. The truth beside it says exactly what is in it.

      --world makes it as untidy as real ones: ids of any form (ids), long tails of app and OS versions (versions), \
      thousands of app versions (builds), many AppKeys (apps), messages to one device each (singles), quiet weekends and \
      bursts (week), devices that answer days later (returns), missing fields (gaps), records of several sources in one \
      file (sources, in JSON shapes), campaigns to people who use the app a lot or hardly at all (audiences), pushes that \
      nobody sees (silent), apps that begin and stop and versions that are rolled out (lifecycles).

      Some defects only other logs tell: payloads in a log of sends (misspeltMutableContent, oversizedPayload), attachments \
      in the extension's own log (brokenAttachments), what is missing by the console's counts (missingShard). --beside \
      writes sends.jsonl, extension.log and console.jsonl, to be imported with the receipts.
      """,
    examples: [
      Example("pushledger simulate --output log.jsonl --truth truth.json", "200,000 events"),
      Example("pushledger simulate -n 1000000 --shape csv --clean > log.csv", "a million without defects"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    var scenario = Scenario(seed: UInt64(bitPattern: Int64(options.seed)), events: options.events)
    scenario.days = options.days
    scenario.devices = options.devices
    scenario.defectSize = options.size
    if let start = options.start {
      guard let instant = TimeWords(zone: session.zone, present: Session.clock).instant(start)
      else {
        throw Failure.usage(
          "--start: cannot read the time '\(start.escapedForTerminal())'", advice: "write a date")
      }
      scenario.start = instant
    }
    guard (1...largestLog).contains(options.events), options.days > 0, options.devices ?? 1 > 0 else {
      throw Failure.usage(
        "--events, --days and --devices must be above 0, and --events at most \(figure: "\(largestLog)")",
        advice: "write several logs of different seeds")
    }
    let end = Instant(
      milliseconds: scenario.start.milliseconds + Int64(min(options.days, 100_000)) * 86_400_000)
    guard scenario.start.isPlausible, end.isPlausible else {
      throw Failure.usage(
        "--start and --days go beyond 2010 to 2100", advice: "import refuses events of other years")
    }
    if options.isClean {
      scenario = scenario.clean
    } else if options.isWithoutDefects {
      scenario.defects = []
    } else if !options.defects.isEmpty {
      scenario.defects = Set(options.defects)
    }
    if !options.worlds.isEmpty { scenario = scenario.inWorlds(Set(options.worlds)) }
    let line = options.output.map { _ in options.common.working("simulating") }
    let truth = try write(scenario, options.shape, to: options.output, beside: options.beside)
    line?.end()
    if let path = options.truth { try OutputFile.replace(path, with: truth.json) }
    return .done
  }

  /// Lines of one log; its devices stand in memory.
  private static let largestLog = 1_000_000_000

  private static func write(
    _ scenario: Scenario, _ shape: LogShape, to path: String?, beside: String?
  ) throws -> Truth {
    let log = try path.map(LogFile.init)
    let writer = log?.writer ?? .standardOutput
    guard let beside else {
      return try Simulation.simulate(scenario, shape: shape) { try writer.write($0) }
    }
    guard FileCall.mkdir(beside, 0o755) || errno == EEXIST else { throw Failure.cannotWrite(beside) }
    var others: [CompanionLog: LogFile] = [:]
    for log in CompanionLog.allCases { others[log] = try LogFile("\(beside)/\(log.rawValue)") }
    return try Simulation.simulate(
      scenario, shape: shape, writeBeside: { log, bytes in try others[log]?.writer.write(bytes.span) },
      write: { try writer.write($0) })
  }
}

/// A file that is written from its start; closed when it goes.
private final class LogFile {
  let writer: DescriptorWriter
  private let descriptor: Int32

  init(_ path: String) throws {
    try OutputFile.refuseLedger(path)
    descriptor = FileCall.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path) }
    writer = DescriptorWriter(descriptor: descriptor, name: path)
  }

  deinit { close(descriptor) }
}

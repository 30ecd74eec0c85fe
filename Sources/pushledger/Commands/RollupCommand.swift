import CommandLineKit
import Engines
import Files
import Loading
import Operations
import Prose
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var engine: EngineName?
    var inputs: [String] = []
    var days: DayRange?
    var master: String?
    var output: String?
    var printsSQL = false
    var staysOut = false
    var maxRejects: RejectLimit?
    var wait: Seconds = 0
    var timeout: RollupTimeout?
    var sparkArguments: [String] = []
    var assumeTimeZone: String?
    var json = false

    var isForSpark: Bool { master != nil || !sparkArguments.isEmpty }

    static let table: [Option<Self>] =
      [
        .value(
          \.engine, "--engine", placeholder: "ENGINE",
          help: "what computes: spark, duckdb, or sqlite in this program"
        ),
        .repeated(
          \.inputs, "--input", "-i", placeholder: "URI",
          help:
            "a log, a folder, or an address that Spark can read, such as oss://bucket/logs; may be repeated"),
        .value(
          \.days, "--days", placeholder: "FIRST..LAST",
          help: "the days to count, such as 2026-09-21..2026-09-27, or one day"),
        .value(
          \.master, "--master", placeholder: "MASTER",
          help:
            "where Spark runs: local[4], spark://HOST:PORT, yarn or k8s://URL; all cores here unless set"),
        .value(
          \.output, "--output", "-o", placeholder: "DIR",
          help:
            "the folder to make, which stays; it must not exist yet; named after days and engine unless given"
        ),
        .flag(\.printsSQL, "--print-sql", help: "print the job of the engine and run nothing"),
        .flag(\.staysOut, "--no-load", help: "only leave the sums in their folder, for load-rollups"),
        .value(
          \.maxRejects, "--max-rejects", placeholder: "LIMIT",
          help: "lines that may be missing from the sums: a number, or a share such as 0.5%; 1% unless given"),
        .value(\.wait, "--wait", placeholder: "SECONDS", help: "how long to wait for another run to finish"),
        .value(
          \.timeout, "--timeout", placeholder: "DURATION",
          help: "end the engine when it takes longer than this, such as 2h"),
        .repeated(
          \.sparkArguments, "--spark-arg", placeholder: "ARG",
          help: "a word for spark-sql, such as --spark-arg=--driver-memory=4g; may be repeated"),
        .value(
          \.assumeTimeZone, "--assume-tz", placeholder: "OFFSET",
          help: "zone of event times that name none, such as +08:00"),
        .flag(\.json, "--json", help: "what was loaded as JSON; with --no-load the manifest of the sums"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let rollup = Command(
    "rollup", summary: "compute the sums of some days by Spark, DuckDB or SQLite, and load them",
    group: .load,
    discussion: """
      Where a log is too large for one machine, or lies where a cluster is, an engine reads it and hands back what \
      reports need of it: counters, latencies, failures and flags by hour, and some deliveries of each flag. The \
      numbers are exactly those that an import would give. They go into the ledger as load-rollups does it: as a whole \
      or not at all, and in place of what was loaded for the same days before. The folder stays; it holds JSON Lines \
      and says of itself what was read.

      The log is JSON Lines of the Alibaba receipt log. It should reach from some days before the first day to as long \
      after the last as receipts come in: the engine counts pushes sent in these days, and everything that it reads \
      says something about them. For comparison, --engine sqlite computes the same in this program, and --engine \
      duckdb on DuckDB where that is installed.

      --print-sql writes the job for whoever runs it elsewhere: spark-sql on a gateway, EMR, a scheduler.
      """,
    examples: [
      Example(
        "pushledger rollup --engine spark --master 'local[4]' --input logs/ --days 2026-09-21",
        "one day on this machine"),
      Example(
        "pushledger rollup --engine spark --input oss://bucket/push/ --days 2026-09-21 --output oss://bucket/sums/2026-09-21 --print-sql",
        "a job for EMR, for each day one of its own: so a day can be computed again"),
    ], table: Options.table, defaults: Options()
  ) { options in
    guard let engine = options.engine else {
      throw Failure.usage("which engine?", advice: "write --engine spark, duckdb or sqlite")
    }
    guard !options.inputs.isEmpty else {
      throw Failure.usage("nothing to read", advice: "name logs with --input")
    }
    guard let days = options.days else {
      throw Failure.usage("which days?", advice: "write --days FIRST..LAST")
    }
    let session = try Session(options.common)
    var rollup = try Rollup(
      of: days, by: engine, reading: options.inputs, assumeTimeZone: options.assumeTimeZone, in: session)
    let output = options.output ?? rollup.name
    if options.printsSQL {
      try DescriptorWriter.standardOutput.write(try rollup.job(output: output))
      return .done
    }
    guard !InputPaths.isRemote(output) else {
      throw Failure.usage(
        "--output: a job that is started here writes to a folder here",
        advice: "print the job with --print-sql and run it where the output lies")
    }
    guard engine == .spark || !options.isForSpark else {
      throw Failure.usage("--master and --spark-arg are for --engine spark")
    }
    guard engine != .sqlite || options.timeout == nil else {
      throw Failure.usage("--timeout is for engines that are programs of their own: spark and duckdb")
    }
    let spark = session.configuration.spark
    let master = try SparkMaster(options.master ?? spark.master)
    let load = RollupLoad(in: session, mostRejects: options.maxRejects ?? .usual)
    if !options.staysOut { try load.prepare(&rollup, output: output) }
    Interrupt.listen()
    let line = SharedLine(ProgressLine(showsUnless: options.common.quiet))
    rollup.onProgress = line.show
    let manifest = try rollup.compute(
      output: output, master: master, arguments: spark.arguments + options.sparkArguments,
      timeout: options.timeout?.milliseconds ?? (engine == .spark ? spark.timeoutMilliseconds : nil))
    line.clear()
    if !options.common.quiet, !options.json {
      try DescriptorWriter.standardError.write(summary(rollup, by: engine, manifest, output: output))
    }
    guard !options.staysOut else {
      if options.json { try DescriptorWriter.standardOutput.write(manifest.text + "\n") }
      return .done
    }
    let account = LoadAccount(json: options.json, quiet: options.common.quiet, in: session.zone)
    try load.load([output], waiting: options.wait.value, tell: account.tell)
    return Interrupt.isRequested ? .interrupted : .done
  }

  /// What was read and where it is.
  private static func summary(
    _ rollup: Rollup, by engine: EngineName, _ manifest: EngineManifest, output: String
  ) -> String {
    func count(_ name: String) -> String { "\(manifest.counts[name] ?? 0)" }
    return """
      \(output.escapedForTerminal()): \(rollup.name) by \(engine.rawValue) \(manifest.engineVersion.escapedForTerminal())
        lines \(count("lines")) = events \(count("event_lines")) + refused \(count("rejected_lines")) \
      + corrupt \(count("corrupt_lines")) + ignored \(count("ignored_lines"))
        deliveries in these days \(count("deliveries_in_scope")), flags \(count("flags_in_scope"))

      """
  }
}

/// A progress line that closures share; it goes with the last of them.
private final class SharedLine {
  private var line: ProgressLine

  init(_ line: ProgressLine) { self.line = line }

  deinit { line.clear() }

  func show(_ text: String) { line.update(text) }
  func clear() { line.clear() }
}

/// How long an engine may take.
struct RollupTimeout: ArgumentValue {
  let milliseconds: Int64

  init?(argument: String) {
    guard let milliseconds = DurationText.milliseconds(argument), milliseconds > 0 else { return nil }
    self.milliseconds = milliseconds
  }

  static var expectation: Phrase { "a length of time such as 30m" }
}

extension EngineName: ArgumentValue {}

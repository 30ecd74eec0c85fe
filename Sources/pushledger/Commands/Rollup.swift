import CommandLineKit
import ConfigurationReading
import Engines
import Glibc
import Ledger
import Loading
import Prose
import ReceiptModel
import UserFiles

/// One computation of sums by an engine: what it is told, and how its failures are.
struct Rollup {
  let session: Session
  let engine: EngineName
  let inputs: [String]
  private(set) var settings: JobSettings
  /// `2026-09-21..2026-09-27-spark`: the same days by the same engine are the same run.
  let run: String

  /// - Throws: `Failure` of kind `usage` for days that cannot be.
  init(session: Session, engine: EngineName, inputs: [String], days: DayRange, assumeTimeZone: String?) throws
  {
    self.session = session
    self.engine = engine
    self.inputs = inputs
    let zone = session.zone
    let scope = days.span(in: zone)
    guard scope.lowerBound >= Instant.earliest.milliseconds, scope.upperBound <= Instant.latest.milliseconds
    else {
      throw Failure.usage("--days: no event is from before 2010 or after 2099")
    }
    guard days.spans(in: zone).allSatisfy({ $0.start % 3_600_000 == 0 && $0.end % 3_600_000 == 0 }),
      !scope.isEmpty
    else {
      throw Failure.usage(
        "--days: days of \(zone.name) do not begin at a full hour of UTC, and sums are by such hours",
        advice: "name another zone with --tz")
    }
    let assumed = assumeTimeZone ?? session.configuration.assumeTimeZone
    guard let offset = ReportZone(fixed: assumed) else {
      throw Failure.usage(
        "--assume-tz: '\(assumed.escapedForTerminal())' is not a fixed offset",
        advice: "write it like +08:00 or UTC")
    }
    settings = JobSettings(
      configuration: session.configuration, scope: scope,
      assumedOffsetMinutes: Int(offset.firstOffset / 60))
    run = "\(days)-\(engine.rawValue)"
  }

  /// Refuses what the load of its sums would be refused for, as far as the ledger tells before they are computed.
  ///
  /// Where it holds pseudonyms or is to, no device is named in the sums.
  ///
  /// - Parameter output: where the sums will be.
  /// - Throws: `LoadRefusal`, `LedgerError`, `SQLiteError`.
  mutating func prepareLoading(from output: String) throws {
    try LoadRules(settings: session.configuration.ledgerSettings, zone: session.zone, mostRejects: nil)
      .refuseDaysToCome(settings.scope, clock: Session.clock, from: output)
    let ledger = try LedgerReader.openToBeLoaded(session.databasePath)
    try ledger?.refuseLoad(
      of: settings.scope, settings: session.configuration.ledgerSettings, from: output)
    let holdsPseudonyms = try ledger?.pseudonymMark() != nil
    if holdsPseudonyms || session.configuration.pseudonymKeyFile != nil { settings.sampleLimit = 0 }
  }

  /// The job, to be run elsewhere.
  func job(output: String) throws -> String {
    switch engine {
    case .sqlite: return SQLiteJob(run: run, settings: settings).text
    case .duckDB: return DuckDBJob(run: run, settings: settings).text
    case .spark:
      let inputs = try SparkInputs(inputs)
      let output = InputPaths.isRemote(output) ? output : "file:" + InputPaths.absolute(output)
      return SparkJob(run: run, settings: settings, inputs: inputs.addresses, output: output).text
    }
  }

  /// Runs the engine.
  ///
  /// - Parameter timeout: milliseconds; `nil` for as long as it takes.
  func compute(
    output: String, master: SparkMaster, arguments: [String], timeout: Int64?
  ) throws -> EngineManifest {
    let terminal = Terminal.current()
    let line = SharedLine(
      ProgressLine(
        isShown: terminal.errorIsTerminal && !session.options.quiet, width: terminal.width))
    defer { line.clear() }
    switch engine {
    case .sqlite:
      var engine = SQLiteEngine(run: run, settings: settings, inputs: inputs)
      engine.shouldStop = { Interrupt.isRequested }
      engine.onProgress = { line.show($0) }
      return try engine.compute(into: output)
    case .duckDB:
      var engine = DuckDBEngine(
        run: run, settings: settings, inputs: inputs, environment: Self.environment)
      engine.timeout = timeout.map { .milliseconds($0) }
      engine.shouldStop = { Interrupt.isRequested }
      engine.onProgress = { line.show($0) }
      return try engine.compute(into: output)
    case .spark:
      var engine = SparkEngine(
        run: run, settings: settings, inputs: inputs, master: master, environment: Self.environment)
      engine.arguments = arguments
      engine.timeout = timeout.map { .milliseconds($0) }
      engine.shouldStop = { Interrupt.isRequested }
      engine.onProgress = { line.show($0) }
      return try engine.compute(into: output)
    }
  }

  /// What was read and where it is.
  func summary(_ manifest: EngineManifest, output: String) -> String {
    func count(_ name: String) -> String { "\(manifest.counts[name] ?? 0)" }
    return """
      \(output.escapedForTerminal()): \(run) by \(engine.rawValue) \(manifest.engineVersion.escapedForTerminal())
        lines \(count("lines")) = events \(count("event_lines")) + refused \(count("rejected_lines")) \
      + corrupt \(count("corrupt_lines")) + ignored \(count("ignored_lines"))
        deliveries in these days \(count("deliveries_in_scope")), flags \(count("flags_in_scope"))

      """
  }

  private static var environment: [String: String] {
    var result: [String: String] = [:]
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe place += 1
    }
    return result
  }
}

/// A progress line that closures share.
private final class SharedLine {
  private var line: ProgressLine

  init(_ line: ProgressLine) { self.line = line }

  func show(_ text: String) { line.update(text) }
  func clear() { line.clear() }
}

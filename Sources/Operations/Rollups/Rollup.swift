import ConfigurationReading
package import Engines
import Files
package import Prose
package import ReceiptModel

/// One computation of the sums of some days by an engine.
package struct Rollup {
  private let session: Session
  private let engine: EngineName
  private let inputs: [String]
  private var settings: JobSettings
  /// `2026-09-21..2026-09-27-spark`: the same days by the same engine have the same name.
  package let name: String
  /// Called with what the engine says of how far it is.
  package var onProgress: (String) -> Void = { _ in }

  /// - Throws: `Failure` of kind `usage` for days that cannot be.
  package init(
    of days: DayRange, by engine: EngineName, reading inputs: [String], assumeTimeZone: String?,
    in session: Session
  ) throws(Failure) {
    self.session = session
    self.engine = engine
    self.inputs = inputs
    let zone = session.zone
    let scope = days.span(in: zone)
    guard scope.lowerBound >= Instant.earliest.milliseconds, scope.upperBound <= Instant.latest.milliseconds
    else {
      throw .usage("--days: no event is from before 2010 or after 2099")
    }
    guard days.spans(in: zone).allSatisfy({ $0.start % 3_600_000 == 0 && $0.end % 3_600_000 == 0 }),
      !scope.isEmpty
    else {
      throw .usage(
        "--days: days of \(zone.name) do not begin at a full hour of UTC, and sums are by such hours",
        advice: "name another zone with --tz")
    }
    settings = JobSettings(
      configuration: session.configuration, scope: scope,
      assumedOffsetMinutes: try session.assumedOffset(assumeTimeZone))
    name = "\(days)-\(engine.rawValue)"
  }

  /// The hours that are counted, in milliseconds UTC.
  var scope: Range<Int64> { settings.scope }

  /// Names no device in the sums.
  mutating func leaveOutSamples() { settings.sampleLimit = 0 }

  /// The job, to be run elsewhere.
  package func job(output: String) throws -> String {
    switch engine {
    case .sqlite: return SQLiteJob(run: name, settings: settings).text
    case .duckDB: return DuckDBJob(run: name, settings: settings).text
    case .spark:
      let inputs = try SparkInputs(inputs)
      let output = InputPaths.isRemote(output) ? output : "file:" + InputPaths.absolute(output)
      return SparkJob(run: name, settings: settings, inputs: inputs.addresses, output: output).text
    }
  }

  /// Runs the engine.
  ///
  /// - Parameter timeout: milliseconds; `nil` for as long as it takes.
  package func compute(
    output: String, master: SparkMaster, arguments: [String], timeout: Int64?
  ) throws -> EngineManifest {
    switch engine {
    case .sqlite:
      var engine = SQLiteEngine(run: name, settings: settings, inputs: inputs)
      engine.shouldStop = session.interruption.isRequested
      engine.onProgress = onProgress
      return try engine.compute(into: output)
    case .duckDB:
      var engine = DuckDBEngine(
        run: name, settings: settings, inputs: inputs, environment: Environment.all)
      engine.timeout = timeout.map { .milliseconds($0) }
      engine.shouldStop = session.interruption.isRequested
      engine.onProgress = onProgress
      return try engine.compute(into: output)
    case .spark:
      var engine = SparkEngine(
        run: name, settings: settings, inputs: inputs, master: master, environment: Environment.all)
      engine.arguments = arguments
      engine.timeout = timeout.map { .milliseconds($0) }
      engine.shouldStop = session.interruption.isRequested
      engine.onProgress = onProgress
      return try engine.compute(into: output)
    }
  }
}

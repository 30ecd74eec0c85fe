import Files
import Glibc

/// Computes the model on Spark: writes the job, starts Spark's SQL command line, and watches it.
package struct SparkEngine {
  package var run: String
  package var settings: JobSettings
  /// Files, folders and addresses.
  package var inputs: [String]
  package var master: SparkMaster
  /// Further words for Spark's command line, behind ours.
  package var arguments: [String] = []
  package var timeout: Duration?
  package var environment: [String: String]
  /// Asked often; `true` ends Spark.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// Called often with a few words on how far it is.
  package var onProgress: (String) -> Void = { _ in }

  package init(
    run: String, settings: JobSettings, inputs: [String], master: SparkMaster, environment: [String: String]
  ) {
    self.run = run
    self.settings = settings
    self.inputs = inputs
    self.master = master
    self.environment = environment
  }

  /// Writes the folder; Spark's log stands in it as `_spark.log`, the job as `_job.sql`.
  ///
  /// - Parameter output: a folder that is not there. A run that fails leaves only the log, as `OUTPUT.log` or, where
  ///   that is there, `OUTPUT-2.log` and so on.
  /// - Throws: `EngineError`.
  package func compute(into output: String) throws -> EngineManifest {
    let inputs = try SparkInputs(inputs)
    let home = try SparkHome(environment: environment)
    try master.reach()
    try SparkInputs.checkColon(InputPaths.absolute(output))
    var folder = try UnfinishedFolder(output, isShared: master.localCores == nil)
    let job = SparkJob(
      run: run, settings: settings, inputs: inputs.addresses, output: "file:" + folder.staging)
    let file = "\(folder.staging)/_job.sql"
    try NewFile.write(job.text, to: file)
    let log = "\(folder.staging)/_spark.log"
    let child = try ChildProcess(
      home.program, command(file), environment: surroundings(of: home), output: log, folder: folder.staging)
    return try folder.publish(keeping: "_spark.log") { folder in
      let outcome = watch(folder).wait(for: child)
      if let failure = SparkFailure.of(outcome, SparkLog(path: log), timeout: timeout) { throw failure.error }
      return try EngineManifest(of: folder)
    }
  }

  private func watch(_ folder: borrowing UnfinishedFolder) -> ChildWatch {
    var watch = ChildWatch(timeout: timeout, shouldStop: shouldStop)
    let staging = folder.staging
    watch.onWaiting = {
      let done = Relation.allCases.filter { FileCall.access("\(staging)/\($0.rawValue)/_SUCCESS", F_OK) }
      onProgress("spark: \(done.count) of \(Relation.allCases.count) relations written")
    }
    return watch
  }

  /// The words behind the program's name.
  func command(_ file: String) -> [String] {
    var settings = [
      // Without it Spark leaves a metastore behind and takes four seconds longer.
      "spark.sql.catalogImplementation=in-memory", "spark.ui.enabled=false",
      "spark.sql.session.timeZone=UTC", "spark.sql.variable.substitute=false",
    ]
    if let cores = master.localCores {
      // With 200 parts, Spark's own number, a small machine takes several times as long.
      settings.append("spark.sql.shuffle.partitions=\(2 * cores)")
    }
    return ["--master", master.name, "--name", "pushledger \(run)"] + settings.flatMap { ["--conf", $0] }
      + arguments + ["-f", file]
  }

  private func surroundings(of home: SparkHome) -> [String: String] {
    var result = environment
    result["SPARK_HOME"] = home.path
    if master.isHere, result["SPARK_LOCAL_IP"] == nil { result["SPARK_LOCAL_IP"] = "127.0.0.1" }
    return result
  }
}

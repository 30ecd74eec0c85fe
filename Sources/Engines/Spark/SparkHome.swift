import Files
import LogReading
import Prose

/// An installed Spark that will do, and the Java it will run on.
struct SparkHome {
  let path: String
  let version: String
  let java: String

  var program: String { "\(path)/bin/spark-sql" }

  /// Finds Spark by `SPARK_HOME`, else by the `spark-sql` in the search path, and Java as Spark will.
  ///
  /// - Throws: `EngineError` of the kind `engineMissing`, with what to install or set.
  init(environment: [String: String]) throws {
    path = try Self.home(environment)
    version = try Self.version(of: path)
    java = try Self.java(environment)
    try checkJava(environment)
  }

  private static func home(_ environment: [String: String]) throws -> String {
    let advice: Phrase = "set SPARK_HOME to its folder; with PyPI's pyspark that is the folder pyspark itself"
    if let home = environment["SPARK_HOME"], !home.isEmpty {
      guard ProgramPath.isProgram("\(home)/bin/spark-sql") else {
        throw EngineError(
          .engineMissing, "SPARK_HOME is \(home), which has no bin/spark-sql that can be run", advice: advice)
      }
      return InputPaths.absolute(home)
    }
    let found = ProgramPath.found("spark-sql", environment).map(InputPaths.absolute)
    // …/bin/spark-sql without its last two names.
    let home = found.map { $0.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } }
    guard let home, ProgramPath.isFolder("\(home)/jars") else {
      throw EngineError(.engineMissing, "there is no Spark: SPARK_HOME is not set", advice: advice)
    }
    return home
  }

  /// By the name of its core, which every distribution has.
  private static func version(of home: String) throws -> String {
    let core = FolderList.names(in: "\(home)/jars")?.first {
      $0.hasPrefix("spark-core_") && $0.hasSuffix(".jar")
    }
    guard let core, let dash = core.firstIndex(of: "-"),
      let version = core[dash...].dropFirst("-core_".count).split(separator: "-", maxSplits: 1).last
    else { throw EngineError(.engineMissing, "\(home): holds no jars/spark-core_…, so it is not a Spark") }
    let name = String(version.dropLast(".jar".count))
    let parts = name.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard parts == [3, 5] || parts.first == 4 else {
      throw EngineError(
        .engineMissing, "\(home): Spark \(name), but 3.5 or 4 is needed",
        advice: "name another with SPARK_HOME"
      )
    }
    return name
  }

  private static func java(_ environment: [String: String]) throws -> String {
    if let home = environment["JAVA_HOME"], !home.isEmpty {
      guard ProgramPath.isProgram("\(home)/bin/java") else {
        throw EngineError(
          .engineMissing, "JAVA_HOME is \(home), which has no bin/java that can be run",
          advice: "set it to the folder of a Java, or unset it")
      }
      return "\(home)/bin/java"
    }
    guard let java = ProgramPath.found("java", environment) else {
      throw EngineError(
        .engineMissing, "there is no java in the search path, and JAVA_HOME is not set",
        advice: "install one: Java 17 works for Spark 3.5 and 4")
    }
    return java
  }

  private func checkJava(_ environment: [String: String]) throws {
    let least = version.hasPrefix("3.") ? 8 : 17
    let said = try JavaVersion.asked(of: java, environment: environment)
    guard let number = said else {
      throw EngineError(
        .engineMissing, "\(java): does not tell its version", advice: "name another with JAVA_HOME")
    }
    guard number >= least else {
      throw EngineError(
        .engineMissing, "\(java): Java \(number), but Spark \(version) needs \(least)",
        advice: "name another with JAVA_HOME")
    }
  }
}

import Foundation

@testable import Engines

/// A Spark that is installed here, for the test that asks it.
enum RealSpark {
  /// By which a Spark and its Java are found: `SPARK_HOME`, the search path, or what `scripts/test-spark` has fetched.
  ///
  /// - Returns: `nil` when there is none that will do.
  static let environment: [String: String]? = {
    let own = ProcessInfo.processInfo.environment
    let environments = [own] + fetched.map { home in own.merging(["SPARK_HOME": home]) { $1 } }
    return environments.first { (try? SparkHome(environment: $0)) != nil }
  }()

  /// The homes in `.build/engines`, Spark 4 before 3.5.
  private static var fetched: [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardizedFileURL
    return ["spark-4", "spark-3.5"].flatMap { name -> [String] in
      let libraries = root.appending(path: ".build/engines/\(name)/lib")
      let pythons = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
      return pythons.map { libraries.appending(path: "\($0)/site-packages/pyspark").path }
    }
  }
}

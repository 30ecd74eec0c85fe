import Foundation
import Prose
import TestSupport
import Testing

@testable import Engines

/// What is looked at before Spark is started.
@Suite struct SparkPlaceTests {
  private func problem(_ change: (inout [String: String], FakeSpark) throws -> Void, _ spark: FakeSpark)
    throws
    -> String?
  {
    var environment = spark.environment
    try change(&environment, spark)
    do {
      _ = try SparkHome(environment: environment)
      return nil
    } catch let error as EngineError {
      #expect(error.kind == .engineMissing)
      return error.message.told().replacing(spark.scratch.url.path, with: "…")
    }
  }

  @Test(arguments: [
    ("4.0.1", "17.0.15", nil), ("4.3.0", "25", nil), ("3.5.9", "1.8.0_402", nil), ("3.5.0", "11.0.2", nil),
    ("4.0.1", "11.0.2", "…/java/bin/java: Java 11, but Spark 4.0.1 needs 17"),
    ("3.4.1", "17.0.15", "…/spark: Spark 3.4.1, but 3.5 or 4 is needed"),
    ("4.0.1", "none", "…/java/bin/java: does not tell its version"),
  ]) func `versions that fit are taken, others are named`(spark: String, java: String, problem: String?)
    throws
  {
    #expect(try self.problem({ _, _ in }, FakeSpark(version: spark, java: java, script: "")) == problem)
  }

  @Test func `what is missing is named`() throws {
    let spark = try FakeSpark(script: "")
    func problem(_ name: String, _ value: String?) throws -> String? {
      try self.problem({ environment, _ in environment[name] = value }, spark)
    }
    #expect(try problem("SPARK_HOME", nil) == "there is no Spark: SPARK_HOME is not set")
    #expect(
      try problem("SPARK_HOME", "/no") == "SPARK_HOME is /no, which has no bin/spark-sql that can be run")
    #expect(try problem("JAVA_HOME", "/no") == "JAVA_HOME is /no, which has no bin/java that can be run")
    let none = try self.problem(
      { environment, _ in
        environment["JAVA_HOME"] = nil
        environment["PATH"] = "/no"
      }, spark)
    #expect(none == "there is no java in the search path, and JAVA_HOME is not set")
  }

  @Test func `Spark is found by the search path, too`() throws {
    let spark = try FakeSpark(script: "")
    // A link in the search path leads to where Spark is.
    let program = spark.scratch.path("spark/bin/spark-sql")
    try FileManager.default.removeItem(atPath: program)
    try FileManager.default.copyItem(
      at: FakeSpark.programs.appending(path: "spark-sql"), to: URL(fileURLWithPath: program))
    try FileManager.default.createDirectory(
      atPath: spark.scratch.path("links"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: spark.scratch.path("links/spark-sql"), withDestinationPath: program)
    var environment = spark.environment
    environment["SPARK_HOME"] = nil
    environment["PATH"] = spark.scratch.path("links") + ":/usr/bin:/bin"
    #expect(try SparkHome(environment: environment).version == "4.0.1")
  }

  @Test(
    arguments: [
      ("local", 1), ("local[3]", 3), ("local[2,4]", 2), ("local-cluster[2,3,1024]", 6), ("yarn", nil),
      ("spark://a:7077", nil), ("spark://a:7077,b:7077", nil), ("k8s://https://a:6443", nil),
    ] as [(String, Int?)]) func `a master is known by its shape`(name: String, cores: Int?) throws
  {
    #expect(try SparkMaster(name).localCores == cores)
  }

  @Test(arguments: [
    "", "mesos://a:5050", "local[2", "spark://", "spark://a", "spark://a:x", "spark://a:7077,", "host:7077",
  ])
  func `what is no master is refused`(name: String) {
    let error = #expect(throws: EngineError.self) { try SparkMaster(name) }
    #expect(error?.kind == .usage)
  }

  @Test func `a master that does not listen is told at once, one that does is not`() throws {
    let listener = try Listener()
    try SparkMaster("spark://127.0.0.1:\(listener.port)").reach()
    try SparkMaster("spark://127.0.0.1:1,127.0.0.1:\(listener.port)").reach()
    let error = #expect(throws: EngineError.self) { try SparkMaster("spark://127.0.0.1:1").reach() }
    #expect(error?.message.told() == "no master answers at spark://127.0.0.1:1: Connection refused")
  }

  @Test(
    arguments: [
      ("openjdk version \"17.0.15\" 2025-04-15", 17), ("java version \"1.8.0_402\"", 8),
      ("openjdk version \"21\" 2023", 21), ("openjdk version \"24-ea\"", 24), ("bash: java", nil),
    ] as [(String, Int?)]) func `a version of Java is read from what it prints`(text: String, version: Int?)
  {
    #expect(JavaVersion.number(in: "Picked up OPTIONS\n" + text) == version)
  }
}

/// A socket that somebody listens on.
private final class Listener {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(socket, generic, size) == 0 && listen(socket, 1) == 0
          && getsockname(socket, generic, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    descriptor = socket
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}

import Foundation
import Prose
import ReceiptModel
import ReferenceLedger
import TestSupport
import Testing

@testable import Engines

/// Spark that fails in each of its ways: nothing may pass for a result, and each failure says what to do.
@Suite struct SparkEngineTests {
  private func compute(
    _ spark: FakeSpark, inputs: [String]? = nil, _ change: (inout SparkEngine) throws -> Void = { _ in }
  ) throws -> EngineManifest {
    let log = try spark.scratch.write("{}\n", to: "log.jsonl")
    var engine = SparkEngine(
      run: "r", settings: JobSettings(configuration: Configuration(), scope: 0..<86_400_000),
      inputs: inputs ?? [log], master: try SparkMaster("local[2]"), environment: spark.environment)
    try change(&engine)
    return try engine.compute(into: spark.scratch.path("sums"))
  }

  private func failure(
    of script: String, inputs: [String]? = nil, _ change: (inout SparkEngine) throws -> Void = { _ in },
    keepsLog: Bool = true, _ location: SourceLocation = #_sourceLocation
  ) throws -> EngineError? {
    let spark = try FakeSpark(script: script)
    let error = #expect(throws: EngineError.self, sourceLocation: location) {
      try compute(spark, inputs: inputs, change)
    }
    let left = try spark.scratch.names().filter { $0.hasPrefix("sums") }
    #expect(left == (keepsLog ? ["sums.log"] : []), sourceLocation: location)
    return error
  }

  @Test func `a run that ends well has its folder, with the job and the log in it`() throws {
    let spark = try FakeSpark(script: "echo hello; " + FakeSpark.writesEmpty)
    let manifest = try compute(spark)
    #expect(manifest.engineVersion == "4.0.1" && manifest.counts["lines"] == 0)
    let log = try String(contentsOfFile: spark.scratch.path("sums/_spark.log"), encoding: .utf8)
    #expect(log == "hello\n")
    let job = try String(contentsOfFile: spark.scratch.path("sums/_job.sql"), encoding: .utf8)
    #expect(job.contains("INSERT OVERWRITE DIRECTORY"))
    #expect(try spark.scratch.names() == ["java", "log.jsonl", "spark", "sums"])
  }

  @Test func `Spark is told its master, the settings of ours and the words of the user, in this order`()
    throws
  {
    let spark = try FakeSpark(script: FakeSpark.writesEmpty)
    _ = try compute(spark) { $0.arguments = ["--driver-memory=2g", "it's $HOME"] }
    let words = try String(contentsOfFile: spark.scratch.path("sums/_words"), encoding: .utf8)
    #expect(
      words.hasPrefix(
        "--master local[2] --name pushledger r --conf spark.sql.catalogImplementation=in-memory"))
    #expect(words.contains("--conf spark.sql.shuffle.partitions=4 --driver-memory=2g it's $HOME -f /"))
  }

  @Test func `an error of Spark is told by its class and the end of its log`() throws {
    let error = try failure(
      of:
        "echo '[PATH_NOT_FOUND] Path does not exist'; echo '\tat a.b(C.java)'; echo '\t\tat d.e(F.java)'; exit 1"
    )
    #expect(error?.kind == .engineFailed)
    #expect(
      error?.message.told()
        == "Spark failed with PATH_NOT_FOUND (exit code 1)\n  [PATH_NOT_FOUND] Path does not exist")
    #expect(error?.advice?.told().hasSuffix("sums.log") == true)
  }

  @Test(arguments: [
    ("exit 52", "Spark ran out of memory (exit code 52)"),
    ("echo 'java.lang.OutOfMemoryError: Java heap space'; exit 1", "Spark ran out of memory (exit code 1)"),
    ("kill -9 $$", "Spark was killed (exit code 137)"), ("exit 137", "Spark was killed (exit code 137)"),
    ("exit 143", "Spark was told to end (exit code 143)"), ("exit 3", "Spark failed (exit code 3)"),
  ]) func `how Spark ended is told in words`(script: String, words: String) throws {
    let error = try failure(of: script)
    #expect(error?.kind == .engineFailed)
    #expect(error?.message.told().hasPrefix(words) == true, "\(error?.message.told() ?? "")")
  }

  @Test func `a full disk is told as one`() throws {
    let error = try failure(of: "echo 'java.io.IOException: No space left on device'; exit 1")
    #expect(error?.kind == .diskFull)
  }

  @Test func `Spark that cannot be started is missing`() throws {
    #expect(try failure(of: "exit 127")?.kind == .engineMissing)
  }

  @Test func `an exit code of 0 without a result is a failure`() throws {
    let error = try failure(of: "exit 0")
    #expect(error?.message.told().contains("channel_hour") == true)
    #expect(error?.advice?.told().hasSuffix("sums.log") == true)
  }

  @Test func `half a result is none, however it ended`() throws {
    let half = "mkdir $out/channel_hour; : > $out/channel_hour/_SUCCESS; "
    #expect(try failure(of: half + "exit 0")?.message.told().contains("version_hour") == true)
    #expect(try failure(of: half + "exit 1")?.kind == .engineFailed)
  }

  @Test func `a mark of success beside what is still being written is none`() throws {
    let error = try failure(of: FakeSpark.writesEmpty + "\nmkdir $out/flag_hour/_temporary")
    #expect(error?.message.told().contains("flag_hour") == true)
  }

  @Test func `counts that do not add up are a failure`() throws {
    let wrong = FakeSpark.writesEmpty.replacing("\"lines\":0", with: "\"lines\":1")
    #expect(try failure(of: wrong)?.message.told() == "the engine's counts of lines do not add up")
    let two = FakeSpark.writesEmpty + "\ncp $out/manifest/part-00000.json $out/manifest/part-00001.json"
    #expect(try failure(of: two)?.message.told() == "the engine ended, but its manifest is not one row")
  }

  @Test func `Spark that hangs is ended with all it started`() throws {
    let spark = try FakeSpark(script: "sleep 1000 & echo $! > \"$out/../pid\"; wait")
    let error = #expect(throws: EngineError.self) {
      // Long enough for the script to say its number, however busy the machine is.
      try compute(spark) { $0.timeout = .seconds(2) }
    }
    #expect(
      error?.kind == .engineFailed && error?.message.told().hasPrefix("Spark was ended after 2 s") == true)
    let number = try String(contentsOfFile: spark.scratch.path("pid"), encoding: .utf8).dropLast()
    // It was sent a signal that nobody survives, and is gone as soon as the system has looked at it.
    let deadline = ContinuousClock.now + .seconds(60)
    while isAlive(number), ContinuousClock.now < deadline { sched_yield() }
    #expect(!isAlive(number))
  }

  /// Whether a process runs; one that nobody has asked for its exit code does not.
  private func isAlive(_ number: Substring) -> Bool {
    let words = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return words.map { !$0.contains(") Z ") } ?? false
  }

  @Test func `an interrupt reaches Spark and leaves nothing`() throws {
    let error = try failure(of: "exec sleep 1000", { $0.shouldStop = { true } })
    #expect(error?.kind == .interrupted)
  }

  @Test func `no log is replaced by that of a run that fails`() throws {
    let spark = try FakeSpark(script: "echo broken; exit 1")
    try spark.scratch.write("mine", to: "sums.log")
    for number in 2...3 {
      let error = #expect(throws: EngineError.self) { try compute(spark) }
      #expect(error?.advice?.told().hasSuffix("sums-\(number).log") == true)
      let log = try String(contentsOfFile: spark.scratch.path("sums-\(number).log"), encoding: .utf8)
      #expect(log == "broken\n")
    }
    #expect(try String(contentsOfFile: spark.scratch.path("sums.log"), encoding: .utf8) == "mine")
  }

  @Test(arguments: [("local[2]", [0o750, 0o640]), ("yarn", [0o755, 0o644])])
  func `a run is for owner and group, and on a cluster for those whom the umask lets in`(
    master: String, left: [Int]
  ) throws {
    let spark = try FakeSpark(script: "umask 022; " + FakeSpark.writesEmpty)
    _ = try compute(spark) { $0.master = try SparkMaster(master) }
    let names = ["sums/manifest", "sums/manifest/part-00000.json"]
    #expect(names.map { permissions(of: spark.scratch.path($0)) } == left)
  }

  @Test func `a folder that is there is not touched`() throws {
    let spark = try FakeSpark(script: FakeSpark.writesEmpty)
    try spark.scratch.write("mine", to: "sums/channel_hour/part-0.json")
    let error = #expect(throws: EngineError.self) { try compute(spark) }
    #expect(error?.kind == .cannotWrite)
    #expect(try spark.scratch.names() == ["java", "log.jsonl", "spark", "sums"])
  }

  @Test func `compressions and names that Spark misreads are refused before it starts`() throws {
    let scratch = try ScratchFolder()
    let snappy = try scratch.write("x", to: "a.snappy")
    let hidden = try scratch.write(Data([0x1F, 0x8B, 8, 0]), to: "b.jsonl")
    let colon = try scratch.write("{}", to: "logs/2026-09-21T00:00.jsonl")
    let ignored = try ["_own.jsonl", ".own.jsonl"].map { try scratch.write("{}", to: $0) }
    for input in [snappy, hidden, "oss://bucket/a.snappy", colon, scratch.path("logs")] + ignored {
      let error = try failure(of: "exit 0", inputs: [input], keepsLog: false)
      #expect(error?.kind == .inputUnusable && error?.advice != nil, "\(input)")
    }
    let error = try failure(of: "exit 0", inputs: [scratch.path("no")], keepsLog: false)
    #expect(error?.kind == .inputMissing)
  }
}

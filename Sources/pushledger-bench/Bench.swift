import Glibc
import Importing
import Ledger
import LogReading
import ReceiptModel
import Simulation

/// Times the stages of an import on a simulated log: `swift run -c release pushledger-bench [EVENTS] [SEED]`.
///
/// Prints events a second for each stage, of one run; compare ratios of runs side by side, not single figures.
/// `pushledger-bench FILE [ROUNDS]` times the reading of a log that is there, by processor time.
@main
struct Bench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if let path = arguments.first, Int(path) == nil {
      return try readAgain(path, rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
    }
    let words = arguments.compactMap { Int($0) }
    let events = words.first ?? 1_000_000
    let folder = "/tmp/pushledger-bench-\(getpid())"
    _ = unsafe mkdir(folder, 0o700)
    defer {
      for name in ["log.jsonl", "bench.db", "bench.db.lock", "table.db"] {
        unsafe unlink("\(folder)/\(name)")
      }
      unsafe rmdir(folder)
    }
    let log = "\(folder)/log.jsonl"
    var scenario = Scenario(seed: UInt64(words.dropFirst().first ?? 1), events: events)
    scenario.days = 7
    try measure("simulate", events) { try write(scenario, to: log) }
    try measure("read", events) { try read(log) { _ in } }
    try measure("read and sort", events) {
      var sorter = BatchSorter()
      try read(log) { sorter.sort(&$0) }
    }
    try measure("import", events) {
      let store = try LedgerWriter.openForWriting("\(folder)/bench.db")
      var importer = Importer(
        store, settings: LedgerSettings(), options: ImportOptions(), clock: { Instant(milliseconds: 0) })
      importer.shouldStop = { false }
      _ = try importer.run([ImportSource(argument: log)])
    }
    var seconds = 0.0
    try measure("fill and build a table", events) {
      seconds = try TableBuildBench.run(events, at: "\(folder)/table.db")
    }
    print("build a table: \(Int(Double(events) / seconds)) rows a CPU second")
  }

  private static func measure(_ name: String, _ events: Int, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let duration = try clock.measure(body)
    let rate = Int(Double(events) / (duration / .seconds(1)))
    print(
      "\(name): \(duration), \(rate) events/s, \(Int(duration / .nanoseconds(1)) / max(events, 1)) ns an event"
    )
  }

  /// Reads a log again and again and prints the least and the median of nanoseconds an event.
  private static func readAgain(_ path: String, rounds: Int) throws {
    var events = 0
    var spans: [UInt64] = []
    for _ in 0..<max(rounds, 1) {
      let start = processorNanoseconds()
      var read = 0
      try Self.read(path) { read += $0.events.count }
      spans.append(processorNanoseconds() - start)
      events = read
    }
    spans.sort()
    let each = spans.map { $0 / UInt64(max(events, 1)) }
    print("read: \(events) events, processor ns an event: least \(each[0]), median \(each[each.count / 2])")
  }

  /// Of this thread, in user and system.
  static func processorNanoseconds() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else {
      fatalError("the processor time cannot be told")
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func write(_ scenario: Scenario, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { fatalError("\(path) cannot be written") }
    defer { close(descriptor) }
    _ = simulate(scenario, shape: .jsonLines) { bytes in
      // The closure keeps the span alive; a short write would shorten the log, which the reading would show.
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private static func read(_ path: String, each: (inout EventBatch) -> Void) throws {
    var reader = try LogReader(try InputFile(path: path), options: ReadOptions())
    var batch = EventBatch()
    while try reader.read(into: &batch) == .batchIsFull {
      each(&batch)
      batch.removeAll()
    }
    each(&batch)
  }
}

import Glibc
import Importing
import Ledger
import LogReading
import ReceiptModel
import Simulation

/// Times the stages of an import on a simulated log: `swift run -c release pushledger-bench [EVENTS] [SEED]`.
///
/// Prints events a second for each stage, of one run; compare ratios of runs side by side, not single figures.
@main
struct Bench {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst().compactMap { Int($0) }
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
      var sorter = RunSorter()
      try read(log) { sorter.sort(&$0) }
    }
    try measure("import", events) {
      let store = try LedgerStore.openForWriting("\(folder)/bench.db")
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

  private static func write(_ scenario: Scenario, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { fatalError("\(path) cannot be written") }
    defer { close(descriptor) }
    _ = simulate(scenario, shape: .jsonLines) { bytes in
      // The closure keeps the span alive; a short write would shorten the log, which the reading would show.
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private static func read(_ path: String, each: (inout EventRun) -> Void) throws {
    var reader = try LogReader(try InputFile(path: path), options: ReadOptions())
    var run = EventRun()
    while try reader.read(into: &run) == .runIsFull {
      each(&run)
      run.removeAll()
    }
    each(&run)
  }
}

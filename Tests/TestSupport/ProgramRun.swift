public import Foundation

/// A program that was run to its end, and what it printed.
public struct ProgramRun: Sendable {
  public let output: Data
  public let errors: Data
  /// The exit code; the signal's number when a signal ended it.
  public let code: Int32
  /// Whether a signal ended it, as a trap does.
  public let wasKilled: Bool

  /// Runs a program by its path.
  ///
  /// - Parameters:
  ///   - folder: where it runs.
  ///   - environment: all of its environment; `nil` for that of the test.
  public init(
    _ program: String, _ arguments: [String] = [], in folder: String = "/",
    environment: [String: String]? = nil
  ) throws {
    // Files and not pipes: a pipe that nobody empties stops the program.
    let scratch = try ScratchFolder()
    let (output, errors) = (scratch.path("output"), scratch.path("errors"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    try Data().write(to: URL(fileURLWithPath: output))
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    self.output = try Data(contentsOf: URL(fileURLWithPath: output))
    self.errors = try Data(contentsOf: URL(fileURLWithPath: errors))
    code = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Where a program stands in the search path; `nil` when it is not installed.
  public static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The folder of the programs that were built with the tests.
  public static var builtPrograms: URL {
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
  }
}

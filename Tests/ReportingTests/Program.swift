import Foundation

/// Another program as a witness, where it is installed.
enum Program {
  /// Runs a program on some input.
  ///
  /// - Returns: its standard output, or `nil`, after saying so, when it is not installed.
  static func run(_ path: String, _ arguments: [String], input: [UInt8]) throws -> Data? {
    guard FileManager.default.isExecutableFile(atPath: path) else {
      print("skipped: \(path) is not installed")
      return nil
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("witness-\(UUID().uuidString)")
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What `env` answers when it finds no such program.
    if process.terminationStatus == 127 {
      print("skipped: \(arguments.first ?? path) is not installed")
      return nil
    }
    return answer
  }
}

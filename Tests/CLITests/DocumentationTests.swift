import Assets
import CommandLineKit
import Diagnosis
import Foundation
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import ConfigurationReading
@testable import pushledger

/// The documents as promises: what they show works, and what they list is complete.
struct DocumentationTests {
  private let guide: Document
  private let commands: Document
  private let metrics: Document
  private let formats: Document
  private let configuration: Document

  init() throws {
    guide = try Document("docs/guide.md")
    commands = try Document("docs/commands.md")
    metrics = try Document("docs/metrics.md")
    formats = try Document("docs/formats.md")
    configuration = try Document("docs/configuration.md")
  }

  @Test(arguments: ["README.md", "docs/guide.md", "docs/commands.md", "docs/install.md"])
  func `commands shown for what the demo leaves end as they say`(path: String) throws {
    let commands = try Document(path).blocks("sh run").flatMap(ShownCommand.all)
    try #require(!commands.isEmpty)
    let workplace = try Workplace.demo()
    for command in commands {
      let (code, errors) = try workplace.run(command.line)
      #expect(code == command.exitCode, "\(command.line): \(errors)")
    }
  }

  @Test func `commands shown for other sources work`() throws {
    let workplace = try Workplace()
    let commands = try Document("docs/sources.md").blocks("sh run").flatMap(ShownCommand.all)
    #expect(!commands.isEmpty)
    for command in commands {
      let (code, errors) = try workplace.run(command.line)
      #expect(code == command.exitCode, "\(command.line): \(errors)")
    }
  }

  @Test func `commands and queries shown for dashboards work`() throws {
    let page = try Document("docs/dashboards.md")
    let workplace = try Workplace()
    let commands =
      ["pushledger import --quiet logs"] + page.blocks("sh run").flatMap(ShownCommand.all).map(\.line)
    for line in commands {
      let (code, errors) = try workplace.run(line)
      #expect(code == 0, "\(line): \(errors)")
    }
    let queries = page.blocks("sql run")
    #expect(queries.count == 4)
    for query in queries {
      let sql = query.replacing("$__from", with: "0").replacing("$__to", with: "9999999999999")
      let (code, errors) = try workplace.run(
        "sqlite3 -readonly -bail push.db <<'END' | grep -q .\n\(sql)\nEND")
      #expect(code == 0 && errors.isEmpty, "\(query): \(errors)")
    }
  }

  @Test(arguments: PushLedger.program.commands.map(\.name))
  func `the guide shows every command at work`(name: String) throws {
    let lines = try (guide.blocks("sh run") + Document("docs/install.md").blocks("sh run"))
      .flatMap(ShownCommand.all).map(\.line)
    #expect(lines.contains { $0.contains("pushledger \(name)") })
  }

  @Test func `every command is listed with its summary`() {
    let listed = commands.rows(under: "## Commands")
    #expect(listed == PushLedger.program.commands.map { ["`\($0.name)`", $0.summary] })
  }

  @Test func `the exit codes listed are the program's`() {
    let listed = commands.rows(under: "## Exit codes")
    #expect(listed == ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  @Test func `every setting is listed with what holds unless it is set and what it means`() {
    let listed = configuration.rows(under: "## Settings").map(\.withoutLinks)
    let builtIn = Setting.allCases.map { setting in
      [
        "`\(setting.rawValue)`",
        setting == .channels ? "see below" : "`\(setting.text(in: Configuration()))`", setting.meaning,
      ]
    }
    #expect(listed == builtIn)
  }

  @Test func `every limit is listed with what holds unless it is set and what it means`() {
    let listed = configuration.rows(under: "## Limits").map(\.withoutLinks)
    let builtIn = Evidence.Limits.settings.map { setting in
      ["`\(setting.name)`", "`\(setting.value(in: Evidence.Limits()).text)`", setting.meaning]
    }
    #expect(listed == builtIn)
  }

  @Test func `every setting of a run is listed with what holds unless it is set`() {
    #expect(
      configuration.rows(under: "## Run")
        == RunSetting.allCases.map {
          ["`\($0.rawValue)`", "`\($0.text(in: RunSettings()))`", $0.meaning]
        })
  }

  @Test func `every setting of Spark is listed with what holds unless it is set`() {
    #expect(
      configuration.rows(under: "## Spark")
        == SparkSetting.allCases.map {
          ["`\($0.rawValue)`", "`\($0.text(in: SparkSettings()))`", $0.meaning]
        })
  }

  @Test func `every verdict of explain is listed with how sure it is`() throws {
    let explain = try Document("docs/explain.md")
    func listed(_ heading: String) -> [[String]] { explain.rows(under: heading).map { Array($0.prefix(2)) } }
    #expect(
      listed("## Verdicts on a push")
        == DeliveryVerdict.allCases.map { ["`\($0.rawValue)`", $0.certainty.name] })
    #expect(
      Set(listed("## Verdicts on a message"))
        == Set(MessageVerdict.allCases.map { ["`\($0.rawValue)`", $0.certainty.name] }))
    #expect(
      listed("## Verdicts on a device")
        == DeviceVerdict.allCases.map { ["`\($0.rawValue)`", $0.certainty.name] })
  }

  @Test func `every finding is explained: what it means, what it cannot say, what to do`() throws {
    let text = try Document("docs/diagnosis.md").text
    let sections = text.split(separator: "\n### ").dropFirst().map { $0.split(separator: "\n## ")[0] }
    #expect(
      Set(sections.map { String($0.prefix { $0 != "\n" }) }) == Set(FindingCode.allCases.map(\.rawValue)))
    for section in sections {
      for part in ["- **Severity:** ", "- **Means:** ", "- **Cannot say:** ", "- **Do:** "] {
        #expect(section.contains(part), "\(section.prefix(30)) lacks \(part)")
      }
    }
  }

  @Test func `the report shown can be rendered`() throws {
    let shown = try #require(try Document("docs/reports.md").blocks("markdown").first)
    let workplace = try Workplace()
    try workplace.write(shown, to: "my/opens.md")
    for line in [
      "pushledger import logs/", "pushledger report opens --reports my --param top=5 | grep '^## Messages'",
    ] {
      let (code, errors) = try workplace.run(line)
      #expect(code == 0, "\(line): \(errors)")
    }
  }

  @Test func `configurations shown can be used`() throws {
    let shown =
      try guide.blocks("json5") + configuration.blocks("json5")
      + Document("docs/run.md").blocks("json5")
    try #require(shown.count == 3)
    for text in shown {
      var resolved = ResolvedConfiguration()
      try ConfigurationFile(path: ConfigurationFile.name, bytes: Array(text.utf8)).apply(to: &resolved)
      #expect(resolved.origin(of: .timeZone) != .builtIn)
    }
  }

  @Test func `the table of failure reasons shown can be used, and every category is explained`() throws {
    let shown = try #require(configuration.blocks("csv").first)
    #expect(try FailureReasons(csv: shown).entries.count == 2)
    let explained = configuration.rows(under: "## Failure reasons").compactMap(\.first).joined(
      separator: ", ")
    #expect(
      Set(explained.split(separator: ", ").map(String.init))
        == Set(FailureReasons.Category.allCases.map { "`\($0.rawValue)`" }))
  }

  @Test func `every reason of a refusal is listed`() {
    let listed = formats.rows(under: "## Lines that are refused").compactMap(\.first)
    #expect(listed == RejectionReason.allCases.map { "`\($0.rawValue)`" })
  }

  @Test(arguments: Metric.allCases.map(\.rawValue)) func `every rate is defined`(name: String) {
    #expect(metrics.text.contains("`\(name)`"))
  }

  @Test func `the table of counts is that of the program`() {
    #expect(metrics.rows(under: "## Counts") == Count.allCases.map { ["`\($0.name)`", $0.definition] })
  }
}

/// A document of the repository.
private struct Document {
  let text: String

  init(_ path: String) throws {
    var repository = URL(filePath: #filePath)
    for _ in 0..<3 { repository.deleteLastPathComponent() }
    text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The contents of the code blocks whose first line is exactly three backticks and `info`.
  func blocks(_ info: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in lines {
      if let content = block {
        block = line == "```" ? nil : content + [line]
        if line == "```" { blocks.append(content.joined(separator: "\n")) }
      } else if line == "```\(info)" {
        block = []
      }
    }
    return blocks
  }

  /// The cells of the first table under a heading, without its head.
  func rows(under heading: String) -> [[String]] {
    let rest = lines.drop { $0 != heading }.dropFirst()
    let table = rest.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}

extension [String] {
  /// Cells with the words of links and not where they lead.
  fileprivate var withoutLinks: [String] {
    map { $0.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) } }
  }
}

/// A line of a code block, and the exit code that the comment behind it announces: `# exits 66`.
private struct ShownCommand {
  let line: String
  let exitCode: Int32

  static func all(in block: String) -> [ShownCommand] {
    block.split(separator: "\n").map { line in
      let announced = line.firstRange(of: "# exits ").map { line[$0.upperBound...] }
      return ShownCommand(line: String(line), exitCode: announced.flatMap { Int32($0) } ?? 0)
    }
  }
}

/// A folder with the program on the path, and in it a folder of logs and the samples.
private struct Workplace {
  private let folder: ScratchFolder
  /// Where commands are typed.
  private var place = "."
  private let environment: [String: String]

  init(events: Int = 3000) throws {
    folder = try ScratchFolder()
    let program = try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(
      path: "pushledger")
    let programs = folder.url.appending(path: "bin")
    for name in ["bin", "logs", "home"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: programs.appending(path: "pushledger"), withDestinationURL: program)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "docs"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "docs/samples"),
      withDestinationURL: URL(filePath: #filePath).appending(path: "../../../docs/samples")
        .standardizedFileURL)
    let systemPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = ["PATH": "\(programs.path):\(systemPath)", "HOME": folder.path("home")]
    try prepare("pushledger simulate --events \(events) --seed 1 --output logs/receipts.jsonl")
  }

  /// One in which commands are typed where `scripts/demo` leaves a ledger, of fewer events.
  static func demo() throws -> Workplace {
    var workplace = try Workplace(events: 30_000)
    try workplace.prepare("mkdir demo && mv logs demo/logs")
    workplace.place = "demo"
    try workplace.prepare("pushledger import --quiet logs/receipts.jsonl ../docs/samples/*.*[lnv]")
    return workplace
  }

  private func prepare(_ line: String) throws {
    let (code, errors) = try run(line)
    try #require(code == 0, "\(line): \(errors)")
  }

  /// Writes a file into a folder of its own.
  func write(_ text: String, to path: String) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Runs a line as a shell would.
  ///
  /// - Returns: the exit code and what was said on standard error.
  func run(_ line: String) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder.url.appending(path: place)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

import CommandLineKit
import Libraries
import Prose
import Publishing
import ReceiptModel
import Reporting
import UserFiles

/// A report file against the ledger: rendered again by the command it carries, and compared byte by byte.
///
/// Nothing in the file is run. Its command is split into words by our own reader and parsed by the option table of
/// `report`; options that name places or write anything are not taken from it.
struct ReportVerification {
  /// What `verify` was told.
  struct Options: Sendable {
    var path: String
    var common: CommonOptions
    var reports: String?
    var queries: String?
  }

  let options: Options

  /// How the comparison ended, and what to say about it.
  struct Outcome {
    /// `nil` when the report agrees.
    let kind: Failure.Kind?
    /// What was found, a sentence.
    let verdict: String
    /// Lines of both that differ, `-` for the file and `+` for what holds now.
    let differences: [String]
  }

  /// - Throws: `Failure` of kind `inputUnusable` for a file that carries no command to render it again, or one that asks
  ///   for more than a report; with 66 or 77 when it cannot be read.
  func outcome() throws -> Outcome {
    let text = try read()
    guard let provenance = ReportProvenance(in: text) else {
      throw unusable("no command that renders it again", "verify takes reports as pushledger wrote them")
    }
    guard provenance.reports == 1 else {
      throw unusable(
        "\(provenance.reports) reports in one file", "write them into a folder, and verify each by itself")
    }
    let (report, files) = try rendered(provenance)
    let candidates = candidates(report, files)
    if candidates.contains(where: { $0.elementsEqual(text.utf8) }) {
      return Outcome(kind: nil, verdict: "the report agrees with the ledger", differences: [])
    }
    let hasPictures = text.contains("\n![")
    let now = hasPictures ? candidates[candidates.count - 1] : candidates[0]
    let lines = LineComparison(file: text, now: String(decoding: now, as: UTF8.self))
    let differences = lines.differences(limit: Self.mostDifferences)
    return Outcome(
      kind: isSame(provenance, report) ? .inconsistent : .inputUnusable,
      verdict: verdict(provenance, report, lines.first), differences: differences)
  }

  private func read() throws(Failure) -> String {
    do throws(Failure) {
      return try TextFile.read(options.path, limit: Self.largestReport, of: "report")
    } catch {
      // What is in the file is no mistake of whoever named it.
      throw error.kind == .usage
        ? Failure(.inputUnusable, error.message, advice: error.advice) : error
    }
  }

  /// Whether all that the report says it rests on is what it would rest on now.
  private func isSame(_ provenance: ReportProvenance, _ report: WrittenReport) -> Bool {
    provenance.toolVersion == PushLedger.version && provenance.template == report.input.origin.template
      && provenance.settings == report.input.origin.settings && provenance.data == report.input.dataDigest
  }

  private func verdict(_ provenance: ReportProvenance, _ report: WrittenReport, _ line: Int) -> String {
    var changed: [String] = []
    if provenance.toolVersion != PushLedger.version {
      changed.append(
        "it was made by version \(provenance.toolVersion.escapedForTerminal()), and this is \(PushLedger.version)"
      )
    }
    if provenance.template != report.input.origin.template {
      changed.append("its template has changed since")
    }
    if provenance.settings != report.input.origin.settings {
      changed.append("the configuration has changed since")
    }
    if provenance.data != report.input.dataDigest { changed.append("the ledger has changed since") }
    return changed.isEmpty
      ? "the report is not what the same ledger and configuration give: line \(line) is the first that differs"
      : "the report cannot be made again: \(changed.joined(separator: "; "))"
  }

  /// Renders what the file's command asks for, from the ledger and configuration that `verify` was told.
  private func rendered(_ provenance: ReportProvenance) throws -> (WrittenReport, ReportFiles) {
    try refuse(provenance.words)
    var wanted: ReportOptions
    do throws(Failure) {
      wanted = try ReportOptions.table.parse(provenance.words, into: ReportOptions())
    } catch {
      throw unusable("its command cannot be read: \(error.message)", nil)
    }
    try refusePlaces(wanted)
    guard wanted.names.count == 1, wanted.window.asOf != nil, let zone = wanted.common.timeZone else {
      throw unusable("its command names no report, --as-of and --tz", nil)
    }
    let language = wanted.common.language ?? .english
    wanted.common = options.common
    wanted.common.language = language
    wanted.common.timeZone = zone
    wanted.reports = options.reports
    wanted.queries = options.queries
    let session = try Session(wanted.common)
    let templates = try ReportLibrary(folder: options.reports ?? session.configuration.reportsFolder)
    let format = ReportFormat(asked: wanted.format, output: nil)
    let reports = try session.reports(
      wanted.requests(from: templates), from: session.openLedger(), as: format, wanted)
    return (reports[0], ReportFiles(format: format, language: session.language))
  }

  /// What the file can be: without pictures, and with those that stand beside a file of its name.
  private func candidates(_ report: WrittenReport, _ files: ReportFiles) -> [[UInt8]] {
    let beside = files.files(of: [report], stem: ReportOutput.stem(of: options.path)).last
    return [files.bytes(of: [report]), beside?.bytes ?? []]
  }

  /// Refuses a command that does more than say what a report is about.
  private func refuse(_ words: [String]) throws(Failure) {
    for word in words where word.hasPrefix("-") {
      let option = String(word.prefix { $0 != "=" })
      guard !ReportCommandLine.known.contains(option) else { continue }
      throw unusable(
        "its command has '\(option.escapedForTerminal())', which pushledger writes into no report", nil)
    }
  }

  /// Refuses places that `verify` was not told itself.
  private func refusePlaces(_ wanted: ReportOptions) throws(Failure) {
    let places: [(String, String?, String?)] = [
      ("--config", wanted.common.configuration, options.common.configuration),
      ("--reports", wanted.reports, options.reports), ("--queries", wanted.queries, options.queries),
    ]
    for (option, theirs, ours) in places where theirs != ours {
      let value = theirs.map { " \($0.escapedForTerminal())" } ?? ""
      throw unusable(
        theirs == nil ? "it was made without \(option)" : "it was made with \(option)\(value)",
        theirs == nil ? "leave \(option) out" : "give verify the same \(option), if you trust what is there")
    }
  }

  private func unusable(_ why: String, _ advice: String?) -> Failure {
    Failure(.inputUnusable, "\(options.path.escapedForTerminal()): \(why)", advice: advice)
  }

  private static let largestReport = 16 << 20
  private static let mostDifferences = 10
}

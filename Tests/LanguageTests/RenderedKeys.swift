import Assets
import CommandLineKit
import Diagnosis
import Foundation
import Ledger
import Operations
import Prose
import ReceiptModel
import Reporting
import TestSupport

@testable import Libraries
@testable import Publishing
@testable import pushledger

/// What the program asks a language for while it says all it can of a log with every defect.
enum RenderedKeys {
  static func all() throws -> [String] {
    let recorder = KeyRecorder()
    let language = recorder.language
    let folder = try ScratchFolder()
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    for words in [
      ["simulate", "--events", "30000", "--seed", "5", "--output", "log.jsonl", "--quiet"],
      ["import", "--quiet", "--strict", "log.jsonl"],
    ] {
      _ = try ProgramRun(program, words, in: folder.url.path, environment: ["HOME": folder.url.path])
    }
    try addOthers(to: folder.path("pushledger.db"))
    var options = CommonOptions()
    options.database = folder.path("pushledger.db")
    options.configuration = try folder.write(Data("{}".utf8), to: "empty.json5")
    let session = try Session(options)
    let store = try session.openLedger()
    let view = try session.view(WindowOptions(), of: store)
    try sayReports(session, options, view, language)
    try sayFindings(session, view, language)
    try sayExplanations(store, view, language)
    var status = try store.status()
    status.loadedDays = 1
    let tables = StatusTables(status: status, asOf: nil, zone: .utc, language: language)
    _ = (tables.overview, tables.freshness)
    return recorder.keys
  }

  /// What other logs tell: the app was opened after each push, and a message has a name that leads nowhere.
  private static func addOthers(to path: String) throws {
    let store = try LedgerWriter.openForWriting(path)
    var batch = EventBatch(capacity: 64)
    for row in try store.table(
      "SELECT device_id, sent_at FROM deliveries WHERE sent_at IS NOT NULL LIMIT 5000"
    ).rows {
      guard case .text(let device) = row[0], case .integer(let sent) = row[1] else { continue }
      let open = AppOpenNote(source: "analytics", app: "web", device: device, time: sent + 60_000)
      batch.notes.append(LineNote(.appOpen(open), line: 0))
    }
    for row in try store.table("SELECT message_id FROM messages").rows {
      guard case .text(let name) = row[0] else { continue }
      let alias = AliasNote(space: "vendor", name: name, app: "none", message: "nowhere", device: "none")
      batch.notes.append(LineNote(.alias(alias), line: 0))
    }
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    _ = try writer.finish()
  }

  private static func sayReports(
    _ session: Session, _ common: CommonOptions, _ view: LedgerView, _ language: Language
  ) throws {
    let message = try view.store.table("SELECT message_id FROM messages ORDER BY sent DESC LIMIT 1").rows[0][
      0]
    let appKey = try view.store.table("SELECT app_key FROM messages ORDER BY sent DESC LIMIT 1").rows[0][0]
    guard case .text(let id) = message, case .text(let key) = appKey else { return }
    for template in ReportTemplate.all {
      var options = ReportOptions()
      options.common = common
      options.names = [template.name]
      if template.name == "message" {
        options.parameters = [QueryArgument(name: "message", value: .text(id))]
      }
      if template.name == "campaign" {
        let job = try view.store.jobs().first ?? ""
        options.parameters = [QueryArgument(name: "job", value: .text(job))]
      }
      if template.name == "app" { options.window.appKeys = [key] }
      let reports = try session.reports(
        options.requests(from: ReportLibrary()), from: session.openLedger(), as: .markdown, options)
      for format in ReportFormat.allCases {
        let files = ReportFiles(format: format, language: language)
        _ = (files.bytes(of: reports), files.files(of: reports, stem: "report"))
      }
    }
  }

  private static func sayFindings(_ session: Session, _ view: LedgerView, _ language: Language) throws {
    let days = try view.judgedDays()
    let evidence = try view.evidence(judging: days.headline, history: days.all.days)
    let findings = Diagnosis.findings(evidence)
    for hidden in [0, 1, 2] {
      let report = CheckReport(
        evidence, findings: Array(findings.dropFirst(hidden)), zone: .utc, appNames: [:])
      _ = FindingsText(hidden: hidden, language: language).text(of: report)
      _ = FindingsJSON.text(of: report, in: language)
      _ = MarkdownPage(language: language).text(of: Page(report))
      _ = DataSet.findings(report.findings, rows: report.rows, language: language)
    }
    let nothing = CheckReport(evidence, findings: [], zone: .utc)
    _ = FindingsText(language: language).text(of: nothing)
  }

  private static func sayExplanations(_ store: LedgerReader, _ view: LedgerView, _ language: Language) throws
  {
    let asOf = Instant(milliseconds: view.scope.asOf)
    let settings = ExplainSettings(asOf: asOf, settle: view.scope.settle)
    func texts(_ sql: String) throws -> [[String]] {
      try store.table(sql).rows.map { $0.compactMap { if case .text(let text) = $0 { text } else { nil } } }
    }
    for row in try texts("SELECT DISTINCT message_id FROM messages ORDER BY message_id LIMIT 60") {
      let stories = try store.messageStories(of: row[0], settledUntil: settings.settledUntil)
      let page = MessagePage(Diagnosis.explain(stories, settings), in: .utc, asOf: asOf, language: language)
      _ = (page.bytes(as: .text), page.bytes(as: .json))
    }
    // Answers and silences of all kinds.
    let sql = """
      SELECT message_id, device_id FROM deliveries WHERE device_id <> ''
      GROUP BY acked_at IS NULL, opened_at IS NULL, sent_at IS NULL, send_failed_at IS NULL, arrived_at IS NULL,
        arrive_failed_at IS NULL, ack_eligible, ack_latency_ms / 3000, channel
      ORDER BY message_id, device_id
      """
    for row in try texts(sql) where row.count == 2 {
      guard let story = try store.pushStory(of: row[0], on: row[1], settledUntil: settings.settledUntil),
        let explanation = Diagnosis.explain(story, settings)
      else { continue }
      let page = PushPage(explanation, in: .utc, asOf: asOf, language: language)
      _ = (page.bytes(as: .text), page.bytes(as: .json))
    }
    for row in try texts(
      "SELECT min(device_id) FROM devices GROUP BY muted, token_state, acked > 0, opened > 0, unanswered > 9, sent > 0"
    ) {
      guard
        let story = try store.deviceStory(
          of: row[0], asOf: asOf, settledUntil: settings.settledUntil),
        let explanation = Diagnosis.explain(story, settings, in: .utc)
      else { continue }
      let page = DevicePage(explanation, in: .utc, asOf: asOf, language: language)
      _ = (page.bytes(as: .text), page.bytes(as: .json))
    }
  }
}

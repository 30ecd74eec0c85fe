import CommandLineKit
import Ledger
import ReceiptModel
import Reporting

/// Reports from a ledger to bytes, for everything that renders some: the same options give the same bytes.
struct ReportRun {
  let session: Session
  let options: ReportOptions
  let templates: ReportLibrary

  /// A rendered report.
  struct Report {
    /// Of its template.
    let name: String
    let bytes: [UInt8]
    /// Of everything it took from the ledger.
    let dataDigest: String
    let origin: ReportOrigin
    /// What it made public, should it be published.
    let publication: Publication
  }

  /// Renders the reports that the options name.
  ///
  /// The ledger is left in a snapshot, in which everything was read.
  func reports(from store: LedgerStore) throws -> [Report] {
    let names = options.names.isEmpty ? ["daily"] : options.names
    let wanted = try names.map { try templates.template(named: $0) }
    let queries = try QueryLibrary(folder: options.queries ?? session.configuration.queriesFolder)
    let writer = ReportWriter(
      session: session, view: try session.view(options.window, of: store, clock: options.clock),
      options: options, queries: queries)
    return try wanted.map { template in
      let (page, input) = try writer.render(template)
      return Report(
        name: template.name, bytes: Array(text(of: page, input).utf8), dataDigest: input.dataDigest,
        origin: input.origin, publication: writer.publication(of: input))
    }
  }

  /// Remembers what reports made public; the caller holds the ledger's lock.
  ///
  /// - Parameter store: whose snapshot the reports were rendered from; it is ended, since it would keep the writer out.
  static func publish(_ publications: [Publication], beside store: LedgerStore) throws {
    try store.endSnapshot()
    let writer = try LedgerStore.openForWriting(store.path)
    for publication in publications { try writer.publish(publication) }
  }

  private func text(of page: Page, _ input: ReportInput) -> String {
    guard let chat = options.format.chat else { return MarkdownPage().text(of: page) }
    return ChatWriter(chat).text(of: Page(chat: input, title: page.title))
  }
}

extension StoreLock {
  /// The lock of a ledger when it is needed, else nothing.
  static func held(for path: String, waiting seconds: Int, if isNeeded: Bool) throws(LedgerError)
    -> StoreLock?
  {
    guard isNeeded else { return nil }
    return try StoreLock(for: path, waiting: seconds)
  }
}

import CommandLineKit
import Ledger
import Libraries
import Publishing
import ReceiptModel
import Reporting

/// Reports from a ledger, for everything that renders some: the same options give the same reports.
struct ReportRun {
  let session: Session
  let options: ReportOptions
  let templates: ReportLibrary

  /// A rendered report.
  struct Report {
    /// Of its template.
    let name: String
    let rendered: RenderedReport
    let input: ReportInput
    /// What it made public, should it be published.
    let publication: Publication
  }

  /// Renders the reports that the options name.
  ///
  /// The ledger is left in a snapshot, in which everything was read.
  func reports(from store: LedgerStore) throws -> [Report] {
    let requests = try requests
    let view = try session.view(options.window, of: store, clock: options.clock)
    let writer = try writer(view)
    // First everything is gathered: the limit on memory for queries is not meant for that.
    let inputs = try requests.map(writer.input)
    return try zip(requests, inputs).map { try report($0, $1, by: writer) }
  }

  /// The reports that are asked for, before a ledger is opened.
  var requests: [ReportRequest] {
    get throws {
      let names = options.names.isEmpty ? ["daily"] : options.names
      return try ReportRequest.all(
        try names.map { try templates.template(named: $0) }, options.parameters,
        appKeys: options.window.appKeys)
    }
  }

  func writer(_ view: LedgerView) throws -> ReportWriter {
    ReportWriter(
      session: session, view: view, options: options,
      queries: try QueryLibrary(folder: options.queries ?? session.configuration.queriesFolder))
  }

  func report(_ request: ReportRequest, _ input: ReportInput, by writer: ReportWriter) throws -> Report {
    let (rendered, input) = try writer.render(request, input)
    return Report(
      name: request.name, rendered: rendered, input: input, publication: writer.publication(of: input))
  }

  /// Remembers what reports made public; the caller holds the ledger's lock.
  ///
  /// - Parameter store: whose snapshot the reports were rendered from; it is ended, since it would keep the writer out.
  static func publish(_ publications: [Publication], beside store: LedgerStore) throws {
    try store.endSnapshot()
    let writer = try LedgerStore.openForWriting(store.path) { Interrupt.isRequested }
    for publication in publications { try writer.publish(publication) }
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

package import Libraries
package import Prose
package import ReceiptModel
package import Reporting

/// A report that was asked for, with what its parameters were given.
package struct ReportRequest {
  /// What people type.
  package let name: String
  package let template: Template
  /// The template as it was written.
  package let source: String
  /// By name; what was not given is absent.
  package let parameters: [String: Cell]

  /// The parameter that is given by `--app-key`.
  package static let appKey = "app_key"
  /// The parameter that names a message, which every block about one needs.
  package static let message = "message"
  /// The parameter that names a job, on whose days a report on a campaign is.
  static let campaign = "job"
  /// Those whose values are text, whatever they look like: an id of digits must not lose a zero at its beginning.
  static let texts: Set = [message, campaign]

  /// The job whose pushes the report is about, empty for pushes without one; `nil` for a report on all.
  package var job: String? {
    guard template.header.span == .campaign, case .text(let job)? = parameters[Self.campaign] else {
      return nil
    }
    return job
  }

  /// Reads the templates of some reports and gives each what it declares.
  ///
  /// - Throws: `Failure` of kind `inputUnusable` for a mistake in a template, of kind `usage` for a parameter that is
  ///   unknown or missing.
  package static func all(
    _ templates: [ReportLibrary.Template], _ arguments: [QueryArgument], appKeys: [String]
  ) throws -> [ReportRequest] {
    let requests = try templates.map { try ReportRequest($0, arguments, appKeys: appKeys) }
    let known = Set(requests.flatMap(\.template.header.parameterNames))
    if let unknown = arguments.first(where: { !known.contains($0.name) }) {
      let names = requests.map { "'\($0.name.escapedForTerminal())'" }.joined(separator: ", ")
      throw Failure.usage(
        "no parameter of \(names) is called '\(unknown.name.escapedForTerminal())'",
        advice: Suggestion.nearest(to: unknown.name, in: known.sorted()) ?? "see 'pushledger report --list'")
    }
    return requests
  }

  private init(
    _ source: ReportLibrary.Template, _ arguments: [QueryArgument], appKeys: [String]
  ) throws {
    name = source.name
    self.source = source.text
    do {
      template = try Template(name: source.origin, parsing: source.text)
    } catch let error as TemplateError {
      throw Failure(error)
    }
    let declared = template.header.parameterNames
    var parameters: [String: Cell] = [:]
    for argument in arguments where declared.contains(argument.name) {
      guard argument.name != Self.appKey else {
        throw Failure.usage("parameter 'app_key' is given by --app-key")
      }
      parameters[argument.name] =
        Self.texts.contains(argument.name) ? .text(argument.text) : argument.value
    }
    self.parameters = parameters
    for parameter in template.header.parameters where parameter.isNeeded {
      let isGiven = parameter.name == Self.appKey ? appKeys.count == 1 : parameters[parameter.name] != nil
      guard !isGiven else { continue }
      let need: Phrase = "report '\(name.escapedForTerminal())' needs '\(parameter.name)'"
      let meaning = Phrase(.term(parameter.meaning.escapedForTerminal()))
      throw Failure.usage(
        parameter.meaning.isEmpty ? need : "\(need), \(meaning)",
        advice: parameter.name == Self.appKey ? "give one --app-key" : "give --param \(parameter.name)=…")
    }
  }
}

extension QueryArgument {
  /// The value as text, whatever it looks like.
  package var text: String {
    switch value {
    case .integer(let number): String(number)
    case .text(let text): text
    default: ""
    }
  }

  /// The text to type after `--param` so that it is read as the same value; `nil` for one that nobody types.
  package var typed: String? {
    switch value {
    case .integer(let number): "\(name)=\(number)"
    case .text(let text):
      Cell(typed: text) == value ? "\(name)=\(text)" : "\(name)='\(text)'"
    default: nil
    }
  }
}

extension Failure {
  /// A mistake in a template, with what was probably meant.
  package init(_ error: TemplateError) {
    self.init(
      .inputUnusable, error.words.escapedForTerminal(limit: 600),
      advice: error.unknown.flatMap { Suggestion.nearest(to: $0, in: error.known) }?.escapedForTerminal())
  }
}

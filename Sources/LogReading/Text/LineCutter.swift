import ReceiptModel

/// Cuts the lines of a mapping's form into values.
struct LineCutter {
  private enum Form {
    case accessLog(AccessLogLine)
    case form(FormLine)
    case patterns(LineMatcher)
  }

  private var form: Form
  /// Of the line that was cut last.
  private(set) var values = TextValues()

  /// - Returns: `nil` for mappings whose records are no lines of text.
  init?(_ plan: MappingPlan) {
    switch plan.mapping.form {
    case .json, .csv, .table: return nil
    case .accessLog: form = .accessLog(AccessLogLine(names: plan.names))
    case .form: form = .form(FormLine(names: plan.names))
    case .lines: form = .patterns(LineMatcher(plan.mapping.lines, names: plan.names))
    }
  }

  /// - Returns: whether the line is one that the mapping knows; others stand in a text log, too.
  /// - Throws: why the line cannot be one of the log.
  mutating func cut(_ bytes: Span<UInt8>, _ line: Range<Int>, unknown: inout NameList) throws(Rejection)
    -> Bool
  {
    values.clear()
    switch form {
    case .accessLog(let accessLog): try accessLog.split(bytes, line, into: &values)
    case .form(var form):
      try form.split(bytes, line, into: &values, unknown: &unknown)
      self.form = .form(form)
    case .patterns(let matcher): return try matcher.split(bytes, line, into: &values)
    }
    return true
  }
}

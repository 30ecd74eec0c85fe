import ReceiptModel

/// Reads JSON records by templates where it can and by the scanner where it must.
struct JSONRecords: ~Copyable {
  /// The values of the last record; whoever matches records with `template` himself writes them here.
  var fields = ReceiptFields()
  private(set) var scanner: JSONScanner
  private var templates: TemplateShelf<JSONTemplate>
  /// The template whose slots `fields` holds; the others are empty then.
  private var owner = -1

  /// - Parameter learns: whether to make templates; without, every record goes through the scanner.
  init(unwrap: String?, learns: Bool = true) {
    scanner = JSONScanner(unwrap: unwrap)
    templates = TemplateShelf(learns: learns)
  }

  /// The template whose slots `fields` holds, by which the next record is most likely made too.
  var template: JSONTemplate? { owner >= 0 ? templates.all[owner] : nil }

  /// Reads the record at `start` into `fields`, whose ranges are then into `bytes`.
  ///
  /// - Returns: the end of the record, or `nil` when no template fits.
  mutating func readFast(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    if let end = template?.match(bytes, at: start, into: &fields) { return end }
    return readByAnother(bytes, at: start)
  }

  /// Reads the record by any template but the one whose slots `fields` holds.
  mutating func readByAnother(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    let failed = owner
    for turn in 0..<templates.all.count {
      let index = (templates.recent + turn) % templates.all.count
      guard index != failed else { continue }
      fields.removeAll()
      owner = index
      if let end = templates.all[index].match(bytes, at: start, into: &fields) {
        templates.recent = index
        return end
      }
    }
    return nil
  }

  /// Reads the record that is all of `range` into `fields`, whose ranges are then into `scanner.scratch`.
  mutating func readSlowly(_ bytes: Span<UInt8>, _ range: Range<Int>, unknown: inout NameList)
    throws(Rejection)
  {
    fields.removeAll()
    owner = -1
    try scanner.read(bytes, range, into: &fields, unknown: &unknown)
    learn(bytes, range)
  }

  /// Makes a template of the record the scanner has just read.
  private mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard scanner.isTemplate, templates.wantsAnother() else { return }
    let template = JSONTemplate(bytes, range, holes: scanner.holes)
    templates.add(template) { $0.hasSameShape(as: template) }
  }
}

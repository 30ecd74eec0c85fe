import ReceiptModel

/// Reads JSON records by templates where it can and by the scanner where it must.
struct JSONRecords: ~Copyable {
  /// The values of the last record; whoever matches records with `template` himself writes them here.
  var fields = ReceiptFields()
  private(set) var scanner: JSONScanner
  private var templates: [JSONTemplate] = []
  /// The template that the last record matched, tried first.
  private var recent = 0
  /// The template whose slots `fields` holds; the others are empty then.
  private var owner = -1
  private var misses = 0
  private let learns: Bool

  private static let templateLimit = 4

  /// - Parameter learns: whether to make templates; without, every record goes through the scanner.
  init(unwrap: String?, learns: Bool = true) {
    scanner = JSONScanner(unwrap: unwrap)
    self.learns = learns
  }

  /// The template whose slots `fields` holds, by which the next record is most likely made too.
  var template: JSONTemplate? { owner >= 0 ? templates[owner] : nil }

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
    for turn in 0..<templates.count {
      let index = (recent + turn) % templates.count
      guard index != failed else { continue }
      fields.removeAll()
      owner = index
      if let end = templates[index].match(bytes, at: start, into: &fields) {
        recent = index
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
  ///
  /// After many misses only now and then, since a log that never matches would pay for each line twice.
  private mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard learns, scanner.isTemplate else { return }
    misses += 1
    guard misses <= 64 || misses & 63 == 0 else { return }
    let template = JSONTemplate(bytes, range, holes: scanner.holes)
    guard !templates.contains(where: { $0.hasSameShape(as: template) }) else { return }
    if templates.count < Self.templateLimit {
      templates.append(template)
    } else {
      recent = (recent + 1) % templates.count
      templates[recent] = template
    }
  }
}

/// The few templates that records are compared with, and when it pays to make another.
struct TemplateShelf<Template> {
  private(set) var all: [Template] = []
  /// The place of the template that was used last.
  var recent = 0
  private var misses = 0
  private let learns: Bool

  private static var limit: Int { 4 }

  /// - Parameter learns: whether to make templates at all.
  init(learns: Bool) { self.learns = learns }

  /// Counts a record that was of no template.
  ///
  /// - Returns: whether to make a template of it: after many misses only now and then, since a log that never matches
  ///   would pay for each line twice.
  mutating func wantsAnother() -> Bool {
    guard learns else { return false }
    misses += 1
    return misses <= 64 || misses & 63 == 0
  }

  /// Adds a template, in place of one that was not used last when there are too many.
  mutating func add(_ template: Template, unless isSame: (Template) -> Bool) {
    guard !all.contains(where: isSame) else { return }
    if all.count < Self.limit {
      all.append(template)
    } else {
      recent = (recent + 1) % all.count
      all[recent] = template
    }
  }
}

import SQLite

/// The columns of a relation that say which messages its rows may be of.
struct MessageChoice {
  let message: Int
  let app: Int
  /// Times of events.
  let times: [Int]

  /// How the rows that meet a question's conditions are found.
  ///
  /// - Parameter size: rows that have to be read for all of them, roughly.
  func plan(_ question: VirtualQuestion, of size: Double, _ view: PublicView) -> VirtualPlan {
    var plan = VirtualPlan()
    plan.columns = question.columns
    plan.words = "all deliveries, with \(Int(size)) events"
    var rows = size
    if let message = question.conditions.first(where: { $0.column == message && $0.comparison == .equal }) {
      plan.conditions = [message]
      plan.words = message.isOneOfMany ? "the deliveries of each message" : "the deliveries of one message"
      rows = min(rows, 1000)
    } else if let window = window(question) {
      plan.conditions = window
      plan.words =
        "the deliveries of messages with events in the time that \(view.columns[window[0].column].name) is limited to"
      rows /= window.count > 1 ? 20 : 3
    }
    plan.cost = rows
    // One after another they would be as many scans.
    if let app = question.conditions.first(where: {
      $0.column == app && $0.comparison == .equal && !$0.isOneOfMany
    }) {
      plan.conditions.append(app)
      plan.words += ", of one AppKey"
      rows /= 4
    }
    plan.rows = Int64(max(1, rows))
    return plan
  }

  /// What bounds one of the times: from both sides, if there is such a one.
  private func window(_ question: VirtualQuestion) -> [VirtualQuestion.Condition]? {
    let bounds = question.conditions.filter {
      times.contains($0.column) && ($0.isUpper || $0.isLower) && !$0.isOneOfMany
    }
    let windows = Dictionary(grouping: bounds, by: \.column).sorted { $0.key < $1.key }.map(\.value)
    return windows.first { $0.contains(where: \.isUpper) && $0.contains(where: \.isLower) } ?? windows.first
  }
}

extension PublicView {
  /// The columns as a virtual table declares them.
  ///
  /// Texts that the view takes from a dictionary as they are compare as texts, all else as it is.
  var declaration: String {
    columns.map { ["app_key", "message_id"].contains($0.name) ? "\($0.name) TEXT" : $0.name }.joined(
      separator: ", ")
  }
}

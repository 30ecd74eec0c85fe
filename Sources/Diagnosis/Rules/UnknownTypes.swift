internal import ReceiptModel

extension Rule {
  /// The log names event types that this program does not know.
  ///
  /// They are kept and counted as `other`, and become what they mean once the configuration says so.
  package static let unknownTypes = Rule(.unknownTypes) { evidence in
    let types = evidence.health.unknownTypes
    guard !types.isEmpty else { return [] }
    let names = types.prefix(5).map(\.name).joined(separator: ", ")
    let more = types.count > 5 ? " and \(types.count - 5) more" : ""
    return [
      Finding(
        .unknownTypes, .info, scope: .of(.note, names + more),
        cause: "the vendor logs event types that have no alias here",
        rivals: [Rival("records of another log")],
        nextStep: "add an alias for each type that matters to the configuration")
    ]
  }
}

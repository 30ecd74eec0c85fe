/// The built-in table of failure reasons: a CSV file, which is compiled into the program.
package enum FailureReasonTable {
  package static var text: String { String(decoding: PackageResources.failure_reasons_csv, as: UTF8.self) }
}

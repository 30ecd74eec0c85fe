import CommandLineKit
import ConfigurationReading
import Libraries
import LogReading
package import Prose
import Publishing
import ReceiptModel
import Reporting
import Simulation

// What can be typed as the value of an option, and belongs to layers that know no command line.

extension Defect: ArgumentValue {}
extension DefectSize: ArgumentValue {}
extension FailureLimit: ArgumentValue {}
extension FlagList: ArgumentValue {}
extension FormatChoice: ArgumentValue {}
extension ImportJobs: ArgumentValue {}
extension ImportMemory: ArgumentValue {}
extension LanguageTag: ArgumentValue {}
extension LogShape: ArgumentValue {}
extension QueryArgument: ArgumentValue {}
extension ReportFormat: ArgumentValue {}
extension TableFormat: ArgumentValue {}
extension World: ArgumentValue {}

extension DayRange: ArgumentValue {
  package init?(argument: String) { self.init(argument) }

  package static var expectation: Phrase { "a day such as 2026-09-21, or two such as 2026-09-01..2026-09-21" }
}

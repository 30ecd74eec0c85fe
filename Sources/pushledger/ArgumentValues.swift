import CommandLineKit
import ConfigurationReading
import Libraries
import Publishing
import Reporting

// What can be typed as the value of an option, and belongs to layers that know no command line.

extension FailureLimit: ArgumentValue {}
extension FlagList: ArgumentValue {}
extension ImportJobs: ArgumentValue {}
extension ImportMemory: ArgumentValue {}
extension QueryArgument: ArgumentValue {}
extension ReportFormat: ArgumentValue {}

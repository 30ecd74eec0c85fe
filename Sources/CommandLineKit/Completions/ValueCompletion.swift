/// What a shell offers where a value is to be typed.
package enum ValueCompletion: Equatable, Sendable {
  /// Nothing: only the user knows it.
  case nothing
  /// One of these.
  case words([String])
  case files
  case folders
  /// What `PROGRAM completions --list=KIND` prints when it is asked, for this kind.
  ///
  /// Each line is a name, or a name, a tab and what it means. Nothing that such a name holds is run as code.
  case names(String)
}

import Files
import Glibc
import Prose
import UserFiles

/// `run.log`: a line for each run, in a file that only its owner can read.
///
/// At a mebibyte it becomes `run.log.1` in place of the last one, so the two never hold more than twice as much.
package struct RunLog {
  package let path: String
  let limit: Int64

  package init(path: String, limit: Int64 = 1 << 20) {
    self.path = path
    self.limit = limit
  }

  /// Adds a line, in one write, so that a run that was refused the lock may add its own at the same time.
  package func append(_ entry: RunEntry) throws {
    let line = entry.line
    var status = stat()
    if FileCall.linkStatus(path, &status), Int64(status.st_size) + Int64(line.count) > limit {
      guard FileCall.rename(path, path + ".1") else { throw Failure.cannotWrite(path) }
    }
    try PrivateFile(appendingTo: path).write(line)
  }
}

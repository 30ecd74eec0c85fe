import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// What `transform` makes of the elements, in their order; all cores work on it.
  ///
  /// - Throws: what `transform` throws of the first element of which it does.
  package func concurrentMap<Value: Sendable, Failure>(
    _ transform: @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex<[Result<Value, Failure>?]>(map { _ in nil })
    DispatchQueue.concurrentPerform(iterations: count) { place in
      let result = Result { () throws(Failure) in try transform(self[place]) }
      results.withLock { $0[place] = result }
    }
    var values: [Value] = []
    for case let result? in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}

// What libFuzzer's `main` calls. Only its build has this file; tests call the targets themselves.

/// The target that `--target=NAME` names; libFuzzer hands on options that begin with two hyphens and ignores them.
private let target: FuzzTarget = {
  let option = "--target="
  let names = CommandLine.arguments.filter { $0.hasPrefix(option) }.map { $0.dropFirst(option.count) }
  guard let target = names.first.flatMap({ FuzzTarget.named(String($0)) }) else {
    fatalError("--target is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

/// Tries one input; libFuzzer takes a trap for what it looks for.
@c(LLVMFuzzerTestOneInput)
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer may go beyond the limit where it joins two inputs.
  guard count <= target.longest else { return -1 }
  // A copy of the exact size, so that the address sanitizer sees a read behind its end.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    try target.attempt(input)
  } catch {
    fatalError("\(target.name): \(error)")
  }
  return 0
}

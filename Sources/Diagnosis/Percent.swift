/// A share as people read it in a sentence: `12.3 %`.
func percent(_ share: Double) -> String {
  let tenths = Int((max(0, share) * 1000).rounded())
  return "\(tenths / 10).\(tenths % 10) %"
}

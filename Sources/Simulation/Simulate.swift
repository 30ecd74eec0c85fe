/// Writes the log of a scenario in one shape.
///
/// - Parameter write: gets the log piece by piece, about 256 KiB at a time; what it throws ends the simulation.
/// - Returns: the truth about the log.
package func simulate(
  _ scenario: Scenario, shape: LogShape, write: (Span<UInt8>) throws -> Void
) rethrows -> Truth {
  let pieceSize = 256 << 10
  var simulator = Simulator(scenario)
  var writer = LogWriter(shape: shape)
  var buffer: [UInt8] = []
  buffer.reserveCapacity(pieceSize + 4_096)
  while let event = simulator.next() {
    writer.append(event, to: &buffer)
    if buffer.count >= pieceSize {
      try write(buffer.span)
      buffer.removeAll(keepingCapacity: true)
    }
  }
  writer.finish(to: &buffer)
  try write(buffer.span)
  return simulator.truth
}

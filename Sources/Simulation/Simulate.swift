/// Writes the log of a scenario in one shape.
///
/// - Parameter write: gets the log piece by piece, about 256 KiB at a time; what it throws ends the simulation.
/// - Returns: the truth about the log.
package func simulate(
  _ scenario: Scenario, shape: LogShape, write: (Span<UInt8>) throws -> Void
) rethrows -> Truth {
  var simulator = Simulator(scenario)
  return try play(&simulator, shape, writeBeside: { _, _ in }, write: write)
}

/// Writes the log of a scenario and the logs beside it.
///
/// - Parameters:
///   - writeBeside: gets these in pieces of whole lines.
///   - write: as above.
package func simulate(
  _ scenario: Scenario, shape: LogShape, writeBeside: (CompanionLog, [UInt8]) throws -> Void,
  write: (Span<UInt8>) throws -> Void
) rethrows -> Truth {
  var simulator = Simulator(scenario, tellsBeside: true)
  return try play(&simulator, shape, writeBeside: writeBeside, write: write)
}

private func play(
  _ simulator: inout Simulator, _ shape: LogShape, writeBeside: (CompanionLog, [UInt8]) throws -> Void,
  write: (Span<UInt8>) throws -> Void
) rethrows -> Truth {
  let pieceSize = 256 << 10
  var writer = LogWriter(shape: shape)
  var buffer: [UInt8] = []
  buffer.reserveCapacity(pieceSize + 4_096)
  while let event = simulator.next() {
    writer.append(event, to: &buffer)
    if buffer.count >= pieceSize {
      try write(buffer.span)
      buffer.removeAll(keepingCapacity: true)
      for (log, bytes) in simulator.takeBeside() { try writeBeside(log, bytes) }
    }
  }
  for (log, bytes) in simulator.takeBeside() { try writeBeside(log, bytes) }
  writer.finish(to: &buffer)
  try write(buffer.span)
  return simulator.truth
}

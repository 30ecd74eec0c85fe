// LogReading

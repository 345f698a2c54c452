"""The terminal client's reading of a turn's stream: what to show, without a terminal."""

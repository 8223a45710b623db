"""Misbehaves: ends before the first question."""
raise SystemExit("there is no opening book")

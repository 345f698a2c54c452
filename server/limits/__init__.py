"""What may come in: connections, heads, bodies, streams, and for whom each of them counts."""

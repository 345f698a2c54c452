"""How files become datasets: those that people send, and those that a project brings along."""

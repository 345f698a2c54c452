"""What people in danger say, and those beside them; the guards of the catalogue listen for it."""

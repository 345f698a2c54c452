"""Pages that this server writes itself: a dashboard, and the frame for what models write."""

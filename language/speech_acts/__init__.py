"""What people do with what they say: tell, ask, agree, change, leave, want a person."""

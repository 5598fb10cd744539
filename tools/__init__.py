"""What one works on the project with."""

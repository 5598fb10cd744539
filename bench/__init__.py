"""What we measure, and the peers measured beside it."""

"""A hand and its dealer, every draw weighted by its count."""

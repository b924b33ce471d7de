"""Side wagers priced exactly."""

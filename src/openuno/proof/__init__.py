"""What the engine is measured against."""

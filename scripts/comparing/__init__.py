"""What two versions of the library make of the same inputs, and where they differ."""

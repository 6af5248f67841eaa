"""The model itself as JSON, with a schema version and a published JSON Schema."""

"""The GraphQL schema, one noun per file."""

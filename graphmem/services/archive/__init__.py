"""The archive of an owner: export, check and import."""

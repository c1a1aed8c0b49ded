"""The archive of an owner: written, read and checked, and put into a store."""

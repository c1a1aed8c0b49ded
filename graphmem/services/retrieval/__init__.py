"""The read path in the order of its stages: understanding, arms, weighing, choosing, showing, learning from use."""

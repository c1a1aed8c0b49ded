"""The read path in the order of its stages: understanding, retrievers, weighing, choosing, showing, learning from
use."""

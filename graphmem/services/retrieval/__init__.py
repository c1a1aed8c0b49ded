"""The read path: understanding, retrievers, scoring, selection, block, reinforcement."""

"""LongMemEval (Wu et al., ICLR 2025), stage by stage: from data to figures of retrieval and answers."""

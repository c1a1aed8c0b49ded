"""LongMemEval (Wu et al., ICLR 2025): from the data to figures of retrieval and of answers, stage by stage."""

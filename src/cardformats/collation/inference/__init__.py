"""Inference: what opened packs say of the odds, the weights and the rules they were made with."""

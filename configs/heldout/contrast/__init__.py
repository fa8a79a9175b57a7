"""The parts of contrast_pairs.py."""

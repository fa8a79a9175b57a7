"""The parts of cycles_pairs.py."""

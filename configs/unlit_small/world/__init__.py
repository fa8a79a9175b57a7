"""The parts of world_assets.py and world_pairs.py."""

"""A harness as a tree of files: manifest, surfaces, edits and what a change really is. Pure."""

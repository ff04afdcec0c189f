"""What a run will likely take, before anything is spent."""

"""What stands between the model and the tools."""

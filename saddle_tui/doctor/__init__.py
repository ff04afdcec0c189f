"""What a run needs, looked at before it is begun: one probe for each kind of thing."""

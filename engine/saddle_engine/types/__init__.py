"""Values of the method: frozen, without behaviour beyond what their fields say."""

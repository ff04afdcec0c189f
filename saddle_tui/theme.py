"""Colours that people with any colour vision tell apart (after Okabe and Ito), on a dark ground."""

from textual.theme import Theme

SADDLE_DARK = Theme(
    name="saddle-dark",
    dark=True,
    primary="#56B4E9",
    secondary="#3d4b5c",
    accent="#F0E442",
    success="#2BC79A",
    warning="#E69F00",
    error="#FF7A3D",
    foreground="#d7dde5",
    background="#0d1117",
    surface="#0d1117",
    panel="#161d27",
    variables={
        "footer-background": "#161d27",
        "footer-key-foreground": "#56B4E9",
        "text-primary": "#56B4E9",
        "text-accent": "#F0E442",
        "text-success": "#2BC79A",
        "text-warning": "#E69F00",
        "text-error": "#FF7A3D",
        "text-muted": "#8b98a9",
    },
)

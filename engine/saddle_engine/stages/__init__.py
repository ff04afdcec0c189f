"""The stages of a run; each looks at the state first, so that a resumed run goes on where it was."""

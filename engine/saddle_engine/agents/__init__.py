"""Our own LLM agents: Diagnosis-Patch, Reflection, Evolution; one tool loop, narrow views, no shell."""

"""A run as one page: facts, then sections of a document, then Markdown or HTML."""

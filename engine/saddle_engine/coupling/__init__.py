"""When an answer may be served from a recording: keys, the cursor over a recording, masks. Pure.

A false difference costs money, a false match costs the truth: when in doubt, differ.
"""

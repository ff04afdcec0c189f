"""The port `Model` over the Messages API; the only place that knows the `anthropic` package."""

from saddle_engine.adapters.anthropic.model import AnthropicModel

__all__ = ["AnthropicModel"]

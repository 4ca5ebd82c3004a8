"""A contest: its folder as data, the judgements that were made, and the scoreboards that follow from them."""

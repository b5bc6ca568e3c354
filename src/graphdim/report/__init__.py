"""Summary → something to look at. Knows plain facts only, so that every result can show itself."""

"""The CS50 agent, its knowledge base, the search for contradictions in it, and the levels of reasoning."""

"""The view Practise: positions in which the user finds what is certain, and how that goes topic by topic."""

"""What is seen and touched: Qt views on the model. May import ``model``; never the reverse."""

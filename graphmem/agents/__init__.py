"""What an agent may do with one owner's memory by tools, whatever framework calls them."""

"""The tools of an agent over one owner's memory, whatever framework calls them."""

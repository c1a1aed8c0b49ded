"""One owner's memory in the forms that agent frameworks ask for; each module needs its framework (an extra)."""

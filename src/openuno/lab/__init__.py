"""The lab: rounds by the million, counted, compared and drawn."""

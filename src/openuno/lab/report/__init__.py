"""A comparison as charts, tables, JSON and a page."""

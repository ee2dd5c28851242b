"""An event that a server keeps: which guest is which person, and where each table plays."""

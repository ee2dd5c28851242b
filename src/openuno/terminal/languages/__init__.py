"""The words of the terminal in twelve languages, most of them from the catalogues of the pages."""

"""Writes the pages on file anew; read the difference before you commit it."""

from tests.text import RULES, VIEWS, pages, write

for file in (VIEWS, RULES):
    file.write_text(write(file, [page.scene for page in pages(file)]), "utf-8")

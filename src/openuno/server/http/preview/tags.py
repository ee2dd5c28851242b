"""The head of a page with which a link unfolds in a chat: title, description and picture."""

import re
from html import escape

from openuno.server.http.preview.game_result import GameResult
from openuno.server.http.preview.invitation import Invitation
from openuno.server.http.preview.picture import HEIGHT, WIDTH

_OURS = re.compile(rb"<!-- preview -->.*?<!-- /preview -->", re.DOTALL)
"""What the built page has there: the same in general words."""


def with_preview(page: bytes, subject: Invitation | GameResult, url: str, picture: str) -> bytes:
    """The page with the tags of a table in place of its own; `url` leads to the table."""
    tags = preview_tags(subject, url, picture).encode()
    return _OURS.sub(lambda _: tags, page, count=1)


def preview_tags(subject: Invitation | GameResult, url: str, picture: str) -> str:
    """The tags; a table is found by its link alone, so search engines are told to leave it out."""
    properties = {
        "og:site_name": "openuno",
        "og:type": "website",
        "og:title": subject.title,
        "og:description": subject.description,
        "og:url": url,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{subject.title}. {subject.description}",
    }
    names = {
        "description": subject.description,
        "robots": "noindex",
        "twitter:card": "summary_large_image",
    }
    return "".join(
        (
            f"<title>{escape(subject.title)}</title>",
            *(f'<meta name="{key}" content="{escape(value)}" />' for key, value in names.items()),
            *(
                f'<meta property="{key}" content="{escape(value)}" />'
                for key, value in properties.items()
            ),
        )
    )

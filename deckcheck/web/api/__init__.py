"""The API, described at /api/v1/openapi.json from the code: each file of this package has some operations."""

from __future__ import annotations

from typing import Any

from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from flask.typing import ResponseReturnValue

from deckcheck.web.api.common import first_words
from deckcheck.web.api.description import complete
from deckcheck.web.problems import problem


def describe(app: APIFlask) -> None:
    """Say in the description what every operation has in common."""
    app.description = (
        "Deck lists judged as of a date, registered and published. Answers are JSON; a refusal is problem JSON "
        "(RFC 9457) with a `code` to act on and a sentence to show. Give a token or a player's link as a bearer."
    )
    app.config.update(
        AUTO_OPERATION_ID=True,
        AUTO_SERVERS=False,
        AUTO_404_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        LOCAL_SPEC_JSON_INDENT=0,
    )

    @app.spec_processor
    def described(spec: dict[Any, Any] | str) -> dict[Any, Any] | str:
        said = {name.replace(".", "_"): view.__doc__ or "" for name, view in app.view_functions.items()}
        return complete(spec, said) if isinstance(spec, dict) else spec

    # Not `error_processor`: it would take the pages' errors as well.
    app.register_error_handler(HTTPError, tell)


def tell(error: HTTPError) -> ResponseReturnValue:
    """A body or parameters that could not be used."""
    return problem(error.status_code, first_words(error), "bad-input")
